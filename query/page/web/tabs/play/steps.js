// Play: a game against a level or another person, with dice of the page or real ones.

/** @import { Play, Position } from "../../rules/rules.js" */
/** @import { Ranked } from "../../rules/solution.js" */
/** @import { KeptGame } from "./kept.js" */
import { addressOfDay, seedOfDay } from "../../records/day.js";
import { remember } from "../../records/memory.js";
import { notePast } from "../../records/past.js";
import { freshSeed, MOST_SEED, Randomness, Thrower } from "../../rules/dice.js";
import { Game } from "../../rules/game.js";
import { moveOfLevel, PERFECT } from "../../rules/levels.js";
import { dieOf, writePosition } from "../../rules/notation.js";
import { startPosition } from "../../rules/rules.js";
import { noteDay, USUAL_LEVEL } from "./day.js";
import { gameKey, gameToKeep, keepGame, takeUp } from "./kept.js";
import {
  clearChoice, gameJudge, isChoosing, isMachine, lastChoice, nameSeats, ONLY_SHOWN, onlyMove, ownSeats, PACES, playChoices,
  playing, playNames, TOLD_TOGETHER,
} from "./playing.js";
import { chooseJudge, matchPoints, matchWinner, scoreInWords } from "./score.js";
import { judgedMove, reasonOf, verdictOf } from "./tutor.js";
import { T } from "../../texts/language.js";
import { moveInWords, throwInWords } from "../../texts/words.js";
import { announce, app, attempt, focusPanel, notice, offerUndo } from "../../view/app.js";
import { byId } from "../../view/elements.js";
import { motion, motionTime } from "../../view/motion.js";
import { addressOf, changeRules, leaveMode, setAddress, showTop } from "../../view/shell.js";
import { sound } from "../../view/sound.js";

/** Maximum number of sentences that are kept about events since the last choice. */
const MOST_SAID = 40;

/** Begins a game, or a match. */
export function beginMatch() {
  playing.match = playing.length > 1 ? { length: playing.length, games: [] } : null;
  playing.day = "";
  beginGame(null, 0);
}

/**
 * Begins a game. If a position is given, `seat` is on roll in it.
 * @param {Position | null} position
 * @param {number} seat
 * @param {number[]} dice that were thrown in it
 */
function beginGame(position, seat, dice = []) {
  const { rules } = app;
  playing.thrower = new Thrower(playing.seed);
  playing.begun = Date.now();
  playing.said = [];
  playing.dice = [];
  playing.typed = [];
  playing.resignedBy = -1;
  playing.judged = null;
  playing.judge = gameJudge;
  playing.touchedMove = "";
  clearChoice();
  if (position) {
    playing.game = new Game(rules, seat, position);
    playing.phase = dice.length > 0 ? "act" : "roll";
    playing.dice = dice;
    playing.saidBefore = 0;
    playing.said = dice.length > 0 ? [throwInWords(rules, dice, playNames()[seat])] : [];
  } else {
    const openings = playing.thrower.openings;
    const [own, other] = openings[openings.length - 1];
    playing.game = new Game(rules, own > other ? 0 : 1, startPosition());
    playing.phase = playing.isReal ? "opening" : "begin";
    if (!playing.isReal) {
      sayOpening(openings);
    }
  }
  nameSeats(playing.game);
  notice("");
  void judgeAndProceed();
}

/** Goes on with the game as soon as its moves can be judged. */
async function judgeAndProceed() {
  const { game } = playing;
  const isSlow = playing.match !== null && app.rules.doubleWin;
  if (isSlow) {
    window.clearTimeout(playing.timer);
    playing.isWorkingOut = true;
    app.show();
  }
  await chooseJudge();
  playing.isWorkingOut = false;
  if (playing.game === game && app.mode === "play") {
    proceed();
  }
}

/** @param {[number, number][]} openings */
export function sayOpening(openings) {
  const names = playNames();
  for (const dice of openings) {
    const isEqual = dice[0] === dice[1];
    const first = dice[0] > dice[1] ? 0 : 1;
    const text = isEqual ? T.play.openingEqual(dice[0]) : T.play.opening(names, dice, T.play.begins(names[first]));
    playing.said.push(text);
    tell(text);
  }
}

/**
 * Plays on from a position of another part of the page.
 * @param {Position} position
 * @param {number} seat on roll; against the computer, the person has it
 * @param {number[]} dice that were thrown; none if they are yet to be thrown
 */
export function playFrom(position, seat, dice) {
  leaveMode("play");
  setAddress(addressOf({ mode: "play" }), true);
  offerGame();
  playing.seed = freshSeed();
  playing.match = null;
  playing.day = "";
  playing.own = seat;
  beginGame(position, seat, dice);
}

/**
 * Announces an event together with those that follow at once, since an announcement cuts off the announcement before.
 * @param {string} text
 */
function tell(text) {
  if (!playing.untold.includes(text)) {
    playing.untold.push(text);
  }
  window.clearTimeout(playing.toldTimer);
  playing.toldTimer = window.setTimeout(() => announce(playing.untold.splice(0).join(" ")), TOLD_TOGETHER);
}

/**
 * Does something after a while, unless something else comes first.
 * @param {number} pauses
 * @param {() => void} work
 */
function after(pauses, work) {
  window.clearTimeout(playing.timer);
  playing.timer = window.setTimeout(() => attempt(work), pauses * PACES[motion.pace]);
}

/**
 * @param {number} seat
 * @param {number[]} dice
 * @param {Play} play
 * @param {boolean} isOnly whether no other move was legal
 */
function turnInOneSentence(seat, dice, play, isOnly) {
  const move = isOnly ? T.play.only(moveInWords(play)) : moveInWords(play);
  return T.play.thrown(playNames()[seat], dice, play.man < 0 ? T.reasons.pass : move);
}

/** Lets the game go on by itself until somebody has to choose. */
export function proceed() {
  window.clearTimeout(playing.timer);
  const { game, thrower } = playing;
  if (!game || !thrower || playing.isWorkingOut) {
    app.show();
    return;
  }
  if (game.isOver || playing.resignedBy >= 0) {
    if (playing.phase !== "over") {
      playing.phase = "over";
      playing.isEnding = true;
      if (playing.day === "" || noteDay()) {
        notePast(game, ownSeats(), playing.begun);
      }
      tell([resultOfGame(), scoreInWords()].filter((text) => text !== "").join(" "));
      if (game.isOver) {
        sound(isMachine(game.winner) ? "lost" : "won", motionTime() + 200);
      }
    }
  } else if (playing.phase === "begin") {
    after(1.5, () => {
      playing.phase = "roll";
      proceed();
    });
  } else if (playing.phase === "roll" && !playing.isReal) {
    // Wait until the last move has ended before the next dice are shown.
    after(game.turns.length > 0 ? 1 : 0, () => thrown(thrower.throwOf(game.rules, game.turns.length)));
  } else if (playing.phase === "act") {
    const moves = playChoices();
    if (isMachine(game.seat)) {
      const share = new Randomness(playing.seed * 31 + game.turns.length).share();
      // Only perfect play judges moves for the match; other levels are defined for single games.
      const { level } = playing;
      const weighed = level === PERFECT ? moves : app.solution.ranked(game.position, dieOf(playing.dice));
      const choice = moveOfLevel(app.solution, weighed, level, share);
      after(1, () => makeMove(choice));
    } else if (moves.length === 1) {
      if (isForcedAtOnce()) {
        after(ONLY_SHOWN, () => makeMove(moves[0]));
      } else {
        tell(turnInOneSentence(game.seat, playing.dice, moves[0].play, true));
      }
    } else {
      tell(T.play.thrown(playNames()[game.seat], playing.dice, T.play.toChoose(moves.length)));
    }
  }
  if (!playing.isRolling) {
    // Throws of the page need not be kept: the seed gives them again.
    keepGame();
  }
  app.show();
  if (playing.phase === "over" || playing.phase === "judged" || isChoosing() || onlyMove()) {
    focusPanel();
  }
}

/** @param {number[]} dice */
export function thrown(dice) {
  const { game } = playing;
  if (!game) {
    return;
  }
  playing.dice = dice;
  playing.touchedMove = "";
  playing.phase = "act";
  playing.isRolling = !playing.isReal;
  playing.saidBefore = playing.said.length;
  playing.said.push(throwInWords(game.rules, dice, playNames()[game.seat]));
  if (playing.isRolling) {
    sound("dice");
  }
  proceed();
}

/** @param {Ranked} ranked */
export function makeMove(ranked) {
  const { game } = playing;
  if (!game || playing.phase !== "act") {
    return;
  }
  const isChoice = isChoosing();
  const seat = game.seat;
  const { position, dice } = { position: game.position, dice: playing.dice };
  const moves = playChoices();
  game.add(dice, ranked.play);
  if (!isMachine(seat) && (isChoice || !isForcedAtOnce())) {
    // Who plays on does not want back what was there before; the form of a new game has it.
    byId("offer").replaceChildren();
  }
  if (isChoice) {
    playing.said = [];
    playing.judged = playing.isTutored && playing.day === "" ? judgedMove(playing.judge, position, dieOf(dice), ranked, moves) : null;
  }
  if (isChoice) {
    playing.said.push(T.play.played(playNames()[seat], moveInWords(ranked.play)));
    const { judged } = playing;
    if (judged?.isGrave) {
      tell(`${verdictOf(judged)} ${reasonOf(judged)}`);
    } else if (judged) {
      playing.said.push(verdictOf(judged));
      tell(verdictOf(judged));
    }
  } else {
    // The turn in one sentence.
    const turn = turnInOneSentence(seat, dice, ranked.play, moves.length === 1);
    playing.said.splice(playing.saidBefore, Infinity, turn);
    // An only move that waited for the person was announced before.
    if (isMachine(seat) || isForcedAtOnce()) {
      tell(turn);
    }
  }
  if (!isMachine(seat)) {
    // After a hint or a long list it may be out of sight.
    if (byId("board").getBoundingClientRect().top < 0) {
      byId("board").scrollIntoView({ block: "nearest" });
    }
  }
  playing.said = playing.said.slice(-MOST_SAID);
  playing.dice = [];
  playing.phase = isChoice && playing.judged?.isGrave ? "judged" : "roll";
  clearChoice();
  notice("");
  sound(ranked.play.hit ? "hit" : ranked.play.man < 0 ? "pass" : "man", motionTime());
  proceed();
}

/** Whether moves without a choice are made for a person. Real dice that were typed may be wrong: there they wait. */
function isForcedAtOnce() {
  return !playing.isReal && (playing.isForcing || motion.pace === "instant");
}

/** Whether a throw of real dice can be typed again: the present one, or the last, or that which decided who begins. */
export function canCorrect() {
  const { game, phase } = playing;
  const isOpened = game !== null && writePosition(game.start) === "000/000" && phase !== "opening";
  return playing.isReal && game !== null && playing.resignedBy < 0 && (phase === "act" || game.turns.length > 0 || isOpened);
}

/** Has the last throw of real dice typed again; a move that was made with it is taken back. */
export function correctThrow() {
  const { game } = playing;
  if (!game || !canCorrect()) {
    return;
  }
  const isOpening = playing.phase !== "act" && game.turns.length === 0;
  if (playing.phase !== "act") {
    game.turns = game.turns.slice(0, -1);
  }
  playing.dice = [];
  playing.typed = [];
  playing.judged = null;
  playing.phase = isOpening ? "opening" : "roll";
  playing.said = [T.play.again];
  clearChoice();
  proceed();
}

/** Takes back the last choice of a person, and what followed; the throws stay the same. In the game of the day it stands. */
export function takeBack() {
  const { game } = playing;
  const at = game && playing.day === "" ? lastChoice(game) : -1;
  if (!game || at < 0) {
    return;
  }
  const turn = game.turns[at];
  game.turns = game.turns.slice(0, at);
  playing.dice = turn.dice;
  playing.touchedMove = "";
  playing.phase = "act";
  playing.resignedBy = -1;
  playing.judged = null;
  game.resigned = null;
  playing.said = [throwInWords(game.rules, turn.dice)];
  clearChoice();
  proceed();
}

/** Takes back that the game was given up. */
export function playOnAfterAll() {
  const { game, dice, isReal } = playing;
  if (!game || playing.day !== "") {
    return;
  }
  playing.resignedBy = -1;
  game.resigned = null;
  const isOpening = isReal && game.turns.length === 0 && writePosition(game.start) === "000/000";
  playing.phase = dice.length > 0 ? "act" : isOpening ? "opening" : "roll";
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
  return playing.resignedBy >= 0
    ? `${T.play.resigned} ${T.play.won(names[1 - playing.resignedBy], game.pointsOfResigning(playing.resignedBy))}`
    : T.play.won(names[game.winner], game.points);
}

/** Goes on with a game where it was left. */
export function resume() {
  if (playing.phase === "act" && playing.dice.length > 0) {
    playing.saidBefore = 0;
    playing.said = [throwInWords(app.rules, playing.dice)];
  }
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
  const kept = gameToKeep();
  if (kept && kept.turns.length > 0) {
    remember(`${gameKey(app.rules)}-before`, JSON.stringify(kept));
    offerUndo(T.undo.game, () => void bringBackGame(kept));
  }
}

/** @param {KeptGame} kept */
export async function bringBackGame(kept) {
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
 * @param {string} date
 */
export function openDay(date) {
  if (playing.game === null || playing.day !== date) {
    window.clearTimeout(playing.timer);
    offerGame();
    playing.game = null;
    playing.match = null;
    playing.day = date;
  }
  setAddress(addressOfDay(date), false);
}

/** Begins the game of the day that is offered. The person has the light men, and so the first die of the draw. */
export function beginDay() {
  playing.level = playing.level || USUAL_LEVEL;
  playing.own = 0;
  playing.isReal = false;
  playing.seed = seedOfDay(playing.day);
  beginGame(null, 0);
  byId("board").scrollIntoView({ block: "nearest" });
}

/**
 * Notes that a man is touched. With touch-move, another man is refused from then on, until the move is made or taken back.
 * @param {Ranked} ranked the move of the man
 * @returns {boolean} whether the man may be played
 */
export function touchMan({ move }) {
  if (!playing.isTouchMove || playing.level > 0) {
    return true;
  }
  const touched = playChoices().find((it) => it.move === playing.touchedMove);
  if (touched && touched.move !== move) {
    notice(T.play.mustPlay(moveInWords(touched.play)));
    return false;
  }
  if (!touched) {
    playing.touchedMove = move;
    keepGame();
  }
  return true;
}
