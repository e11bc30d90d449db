// The steps of a game: how it begins, throws, moves, what is taken back, and the end.

import type { Play, Position } from "../../rules/rules.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { KeptGame } from "./kept.ts";
import type { Judgement } from "./tutor.ts";
import { addressOfDay, seedOfDay } from "../../records/day.ts";
import { remember } from "../../records/memory.ts";
import { notePast } from "../../records/past.ts";
import { freshSeed, MOST_SEED, Randomness, Thrower } from "../../rules/dice.ts";
import { Game } from "../../rules/game.ts";
import { moveOfLevel, PERFECT } from "../../rules/levels.ts";
import { dieOf, writePosition } from "../../rules/notation.ts";
import { startPosition } from "../../rules/rules.ts";
import { noteDay, USUAL_LEVEL } from "./day.ts";
import { gameKept, gameKey, gameToKeep, keepGame, takeUp } from "./kept.ts";
import {
  choosesHere, clearChoice, diceNow, gameJudge, isChoosing, isForced, isStrict, lastChoice, nameSeats, ONLY_SHOWN, onlyMove,
  ownSeats, PACES, playChoices, playing, playNames, settings, toAct,
} from "./playing.ts";
import { chooseJudge, matchPoints, matchWinner, scoreInWords } from "./score.ts";
import { sayOnly, sayTurn, tell, telling } from "./telling.ts";
import { judgedMove, reasonOf, verdictOf } from "./tutor.ts";
import { T } from "../../texts/language.ts";
import { moveInWords, throwInWords, wonInWords } from "../../texts/words.ts";
import { app, attempt, focusPanel, notice, offerUndo } from "../../view/app.ts";
import { byId, focusKey, isForElsewhere } from "../../view/elements.ts";
import { motion, motionTime } from "../../view/motion.ts";
import { addressOf, changeRules, leaveMode, setAddress, showTop } from "../../view/shell.ts";
import { sound } from "../../view/sound.ts";

/** Begins a game, or a match. */
export function beginMatch() {
  const { length } = settings;
  playing.match = length > 1 ? { length, games: [] } : null;
  playing.day = "";
  playing.friend = null;
  beginGame(null, 0);
}

/**
 * Begins a game. If a position is given, `seat` is on roll in it.
 * @param dice that were thrown in it
 */
function beginGame(position: Position | null, seat: number, dice: number[] = []) {
  const { rules } = app;
  window.scrollTo(0, 0);
  playing.thrower = new Thrower(playing.seed);
  playing.begun = Date.now();
  playing.typed = [];
  sayOnly();
  clearChoice();
  if (position) {
    playing.game = new Game(rules, seat, position);
    playing.phase = dice.length > 0 ? toAct(dice) : { at: "roll" };
    sayThrow();
  } else {
    const { openings } = playing.thrower;
    const [own, other] = openings[openings.length - 1];
    playing.game = new Game(rules, own > other ? 0 : 1, startPosition());
    playing.phase = settings.isReal ? { at: "opening" } : { at: "begin" };
    if (!settings.isReal) {
      sayOpening(openings);
    }
  }
  nameSeats(playing.game);
  notice("");
  void judgeAndProceed();
}

/** Goes on with the game as soon as its moves can be judged. */
async function judgeAndProceed() {
  const { game, match } = playing;
  playing.judge = match && app.rules.doubleWin ? null : gameJudge;
  if (!playing.judge) {
    window.clearTimeout(playing.timer);
    app.show();
  }
  await chooseJudge();
  if (playing.game === game && app.mode === "play") {
    proceed();
  }
}

export function sayOpening(openings: [number, number][]) {
  const names = playNames();
  for (const dice of openings) {
    const isEqual = dice[0] === dice[1];
    const first = dice[0] > dice[1] ? 0 : 1;
    const text = isEqual ? T.play.openingEqual(dice[0]) : T.play.opening(names, dice, T.play.begins(names[first]));
    telling.said.push(text);
    tell(text);
  }
}

/** Says the throw that is to be played, in the present language. */
export function sayThrow() {
  const { game } = playing;
  const dice = diceNow();
  sayOnly(...(game && dice.length > 0 ? [throwInWords(game.rules, dice, playNames()[game.seat])] : []));
}

/**
 * Plays on from a position of another part of the page.
 * @param seat on roll; against the computer, the person has it
 * @param dice that were thrown; none if they are yet to be thrown
 */
export function playFrom(position: Position, seat: number, dice: number[]) {
  leaveMode("play");
  setAddress(addressOf({ mode: "play" }), true);
  offerGame();
  playing.seed = freshSeed();
  playing.match = null;
  playing.day = "";
  playing.friend = null;
  settings.own = seat;
  beginGame(position, seat, dice);
}

/** Does something after a while, unless something else comes first. */
function after(pauses: number, work: () => void) {
  window.clearTimeout(playing.timer);
  playing.timer = window.setTimeout(() => attempt(work), pauses * PACES[motion.pace]);
}

/** @param isOnly whether no other move was legal */
export function turnInOneSentence(seat: number, dice: number[], play: Play, isOnly: boolean) {
  const move = isOnly ? T.play.only(moveInWords(play)) : moveInWords(play);
  return T.play.thrown(playNames()[seat], dice, play.man < 0 ? T.reasons.pass : move);
}

/** Lets the game go on by itself until somebody has to choose. */
export function proceed() {
  window.clearTimeout(playing.timer);
  const { game, judge, phase } = playing;
  if (!game || !judge) {
    app.show();
    return;
  }
  if (game.isOver || game.resigned) {
    end(game);
  } else if (phase.at === "begin") {
    after(1.5, () => {
      playing.phase = { at: "roll" };
      proceed();
    });
  } else if (isToType()) {
    // Of dice that were typed early, show each throw for a while.
    after(1, takeTyped);
  } else if (phase.at === "roll") {
    // Wait until the last move has ended before the next dice are shown.
    after(game.turns.length > 0 ? 1 : 0, () => thrown(playing.thrower.throwOf(game.rules, game.turns.length)));
  } else if (phase.at === "act") {
    act(game, phase.dice);
  }
  if (playing.toShow !== "throw") {
    // Throws of the page need not be kept: the seed gives them again.
    keepGame();
  }
  app.show();
  if (["over", "judged"].includes(playing.phase.at) || isChoosing() || onlyMove()) {
    focusPanel();
  }
}

/** @param game that is over or was given up */
function end(game: Game) {
  if (playing.phase.at === "over") {
    return;
  }
  playing.phase = { at: "over", dice: diceNow() };
  playing.toShow = "end";
  if (playing.day === "" || noteDay()) {
    notePast(game, ownSeats(), playing.begun);
  }
  tell([resultOfGame(), scoreInWords()].filter((text) => text !== "").join(" "));
  if (game.isOver) {
    sound(!choosesHere(game.winner) ? "lost" : "won", motionTime() + 200);
  }
}

/**
 * Lets the computer choose, waits for a friend who has a choice, makes the only move of a person after a while, or asks the
 * person.
 */
function act(game: Game, dice: number[]) {
  const moves = playChoices();
  if (!choosesHere(game.seat) && playing.friend) {
    // A move without a choice needs no link.
    if (moves.length === 1) {
      after(1, () => makeMove(moves[0]));
    } else {
      tell(T.friend.steps.send);
    }
  } else if (!choosesHere(game.seat)) {
    const share = new Randomness(playing.seed * 31 + game.turns.length).share();
    // Only perfect play judges moves for the match; other levels are defined for single games.
    const { level } = settings;
    const weighed = level === PERFECT ? moves : app.solution.ranked(game.position, dieOf(dice));
    const choice = moveOfLevel(app.solution, weighed, level, share);
    after(1, () => makeMove(choice));
  } else if (moves.length > 1) {
    tell(T.play.thrown(playNames()[game.seat], dice, T.play.toChoose(moves.length)));
  } else if (isForced()) {
    after(ONLY_SHOWN, () => makeMove(moves[0]));
  } else {
    tell(turnInOneSentence(game.seat, dice, moves[0].play, true));
  }
}

/** Stops a move without a choice before it is made by itself. */
export function hold() {
  if (playing.phase.at === "act") {
    playing.phase.isHeld = true;
    proceed();
  }
}

/** Whether a throw of real dice is to be typed now. */
function isToType() {
  const { at } = playing.phase;
  return at === "opening" || (at === "roll" && settings.isReal);
}

/** Plays the throw that was typed first, if one is due and all its dice were typed. */
function takeTyped() {
  const { game, judge, phase, typed } = playing;
  const count = phase.at === "roll" && game?.rules.oneDie ? 1 : 2;
  if (!game || !judge || !isToType() || typed.length < count) {
    return;
  }
  const dice = typed.splice(0, count);
  if (phase.at === "roll") {
    thrown(dice);
    return;
  }
  sayOnly();
  sayOpening([[dice[0], dice[1]]]);
  if (dice[0] !== dice[1]) {
    game.first = dice[0] > dice[1] ? 0 : 1;
    playing.phase = { at: "begin" };
  }
  proceed();
}

/** Notes a real die. If no throw is due now, it waits. */
export function typeDie(die: number) {
  playing.typed.push(die);
  app.show();
  takeTyped();
}

export function takeBackDie() {
  playing.typed.pop();
  app.show();
  focusKey(byId("says"), "face-1");
}

/** Real dice are typed with the keys 1 to 6, and taken back with Backspace. */
window.addEventListener("keydown", (event) => {
  const isAsked = app.mode === "play" && settings.isReal && playing.game && playing.phase.at !== "over";
  if (!isAsked || event.repeat || isForElsewhere(event)) {
    return;
  }
  if (/^[1-6]$/.test(event.key)) {
    event.preventDefault();
    typeDie(Number(event.key));
  } else if (event.key === "Backspace" && playing.typed.length > 0) {
    event.preventDefault();
    takeBackDie();
  }
});

function thrown(dice: number[]) {
  const { game } = playing;
  if (!game) {
    return;
  }
  playing.phase = toAct(dice);
  playing.toShow = settings.isReal ? "" : "throw";
  telling.before = telling.said.length;
  telling.said.push(throwInWords(game.rules, dice, playNames()[game.seat]));
  if (playing.toShow) {
    sound("dice");
  }
  proceed();
}

export function makeMove(ranked: Ranked) {
  const { game, judge, phase } = playing;
  if (!game || !judge || phase.at !== "act") {
    return;
  }
  const { position, seat } = game;
  const { dice } = phase;
  const moves = playChoices();
  const isTold = !choosesHere(seat) || (moves.length === 1 && isForced());
  game.add(dice, ranked.play);
  playing.phase = { at: "roll" };
  if (!isTold) {
    // Who plays on does not want back what was there before; the form of a new game has it.
    byId("offer").replaceChildren();
  }
  if (choosesHere(seat) && moves.length > 1) {
    sayOnly(T.play.played(playNames()[seat], moveInWords(ranked.play)));
    if (settings.isTutored && !isStrict()) {
      judgeChoice(judgedMove(judge, position, dieOf(dice), ranked, moves));
    }
  } else {
    const turn = turnInOneSentence(seat, dice, ranked.play, moves.length === 1);
    sayTurn(turn);
    // An only move that waited for the person was announced before.
    if (isTold) {
      tell(turn);
    }
  }
  clearChoice();
  notice("");
  sound(ranked.play.hit ? "hit" : ranked.play.man < 0 ? "pass" : "man", motionTime());
  proceed();
}

/** Lets the tutor say what a choice was worth; after a grave mistake, the game waits for an answer. */
function judgeChoice(judgement: Judgement) {
  const verdict = verdictOf(judgement);
  if (judgement.isGrave) {
    playing.phase = { at: "judged", judgement };
    tell(`${verdict} ${reasonOf(judgement)}`);
  } else {
    telling.said.push(verdict);
    tell(verdict);
  }
}

/** Whether real dice are to decide who begins, before the first turn. */
function hasDraw({ turns, start }: Game) {
  return settings.isReal && turns.length === 0 && writePosition(start) === "000/000";
}

/** Whether a throw of real dice can be typed again: the present one, or the last, or that which decided who begins. */
export function canCorrect() {
  const { game, phase } = playing;
  const isOpened = game !== null && hasDraw(game) && phase.at !== "opening";
  return settings.isReal && game !== null && !game.resigned && (phase.at === "act" || game.turns.length > 0 || isOpened);
}

/** Has the last throw of real dice typed again; a move that was made with it is taken back. */
export function correctThrow() {
  const { game, phase } = playing;
  if (!game || !canCorrect()) {
    return;
  }
  const isDraw = phase.at !== "act" && hasDraw(game);
  if (phase.at !== "act") {
    game.turns = game.turns.slice(0, -1);
  }
  playing.phase = { at: isDraw ? "opening" : "roll" };
  playing.typed = [];
  sayOnly(T.play.again);
  clearChoice();
  proceed();
}

/** Takes back the last choice of a person, and what followed, unless moves stand; the throws stay the same. */
export function takeBack() {
  const { game } = playing;
  const at = game && !isStrict() ? lastChoice(game) : -1;
  if (!game || at < 0) {
    return;
  }
  const { dice } = game.turns[at];
  game.turns = game.turns.slice(0, at);
  game.resigned = null;
  playing.typed = [];
  playing.phase = toAct(dice);
  sayThrow();
  clearChoice();
  proceed();
}

/** Takes back that the game was given up. */
export function playOnAfterAll() {
  const { game } = playing;
  const dice = diceNow();
  if (!game || isStrict()) {
    return;
  }
  game.resigned = null;
  playing.phase = dice.length > 0 ? toAct(dice) : { at: hasDraw(game) ? "opening" : "roll" };
  proceed();
}

export function resultOfGame() {
  const { game } = playing;
  if (!game) {
    return "";
  }
  const names = playNames();
  const won = matchWinner();
  if (won >= 0) {
    return T.match.won(names[won], matchPoints()[won], matchPoints()[1 - won]);
  }
  return wonInWords(game, names);
}

/** Goes on with a game where it was left. */
export function resume() {
  sayThrow();
  void judgeAndProceed();
}

/** Begins the next game of the match. */
export function nextGame() {
  const { game, match } = playing;
  if (game && match) {
    match.games.push(game);
    playing.seed = (playing.seed + 1) % (MOST_SEED + 1);
    beginGame(null, 0);
  }
}

/** Offers to bring back the game that is about to be replaced, if it has begun; it is kept until the next is replaced. */
export function offerGame() {
  const kept = playing.friend ? gameKept() : gameToKeep();
  if (kept && kept.turns.length > 0) {
    remember(`${gameKey(app.rules)}-before`, JSON.stringify(kept));
    offerUndo(T.undo.game, () => void bringBackGame(kept));
  }
}

export async function bringBackGame(kept: KeptGame) {
  window.clearTimeout(playing.timer);
  // Also if it was changed by hand, and cannot be taken up: it is offered once.
  remember(`${gameKey(app.rules)}-before`, "null");
  await changeRules(kept.rules, false);
  leaveMode("play");
  takeUp(kept);
  byId("offer").replaceChildren();
  showTop();
  resume();
}

/**
 * Offers the game of a day, unless it is on the board already. The game that was on the board stays where it is kept until
 * another begins.
 */
export function openDay(date: string) {
  if (playing.game === null || playing.day !== date) {
    window.clearTimeout(playing.timer);
    offerGame();
    playing.game = null;
    playing.match = null;
    playing.friend = null;
    playing.day = date;
  }
  setAddress(addressOfDay(date), false);
}

/** Begins the game of the day that is offered. The person has the light men, and so the first die of the draw. */
export function beginDay() {
  settings.level = settings.level || USUAL_LEVEL;
  settings.own = 0;
  settings.isReal = false;
  playing.seed = seedOfDay(playing.day);
  beginGame(null, 0);
}

/**
 * Notes that a man is touched. With touch-move, another man is refused from then on, until the move is made or taken back.
 * @param ranked the move of the man
 * @returns whether the man may be played
 */
export function touchMan({ move }: Ranked): boolean {
  const { phase } = playing;
  if (phase.at !== "act" || !settings.isTouchMove || ownSeats() < 2) {
    return true;
  }
  const touched = playChoices().find((it) => it.move === phase.touched);
  if (touched && touched.move !== move) {
    notice(T.play.mustPlay(moveInWords(touched.play)));
    return false;
  }
  if (!touched) {
    phase.touched = move;
    keepGame();
  }
  return true;
}
