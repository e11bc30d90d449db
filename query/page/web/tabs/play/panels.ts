// The panels around the board of a game: what happens, the moves, the end, settings and counts of the dice.

import type { Judge } from "../../facts/match.ts";
import type { Game } from "../../rules/game.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Phase } from "./playing.ts";
import { sumOf } from "../../facts/facts.ts";
import { reviewOf } from "../../facts/review.ts";
import { countsOf } from "../../rules/dice.ts";
import { dieOf, writeThrow } from "../../rules/notation.ts";
import { HOME, obstacleOf } from "../../rules/rules.ts";
import { strengthFrom } from "../../rules/strength.ts";
import { capital } from "../../rules/writing.ts";
import { beginForm } from "./begin-panel.ts";
import { touchedInWords } from "./board.ts";
import { dayForm, endOfDay } from "./day-panels.ts";
import { dicePicker, typedDice } from "./dice-picker.ts";
import { friendPanel } from "./friend-panel.ts";
import {
  choosesHere, diceNow, gamesPlayed, isChoosing, isForced, isStrict, isUnaided, onlyMove, ownSeats, playChoices, playing,
  playNames, pointing, settings,
} from "./playing.ts";
import { scoreInWords } from "./score.ts";
import { paceChoice, toggle } from "./settings.ts";
import { hold, makeMove, proceed, resultOfGame, takeBack } from "./steps.ts";
import { telling } from "./telling.ts";
import { reasonOf, verdictOf, whyInGame, worthsOf } from "./tutor.ts";
import { T } from "../../texts/language.ts";
import { decimal, REVIEWED, SHORT, showDifference, showLoss } from "../../texts/numbers.ts";
import { comparedInWords, levelInWords, moveInWords } from "../../texts/words.ts";
import { app } from "../../view/app.ts";
import { pressMove } from "../../view/choosing.ts";
import { button, folded, make } from "../../view/elements.ts";
import { explained, judged } from "../../view/glossary.ts";
import { drawThrow } from "../../view/show-dice.ts";
import { inOrder, moveList, valuesAreOf } from "../../view/show-moves.ts";

export function playSays() {
  const { game, phase } = playing;
  if (!game) {
    return playing.friend ? [] : [make("p", { class: "small" }, app.rules.oneDie ? T.play.goalOneDie : T.play.goal)];
  }
  const names = playNames();
  if (phase.at === "opening") {
    return [dicePicker(T.play.typeOpening, names), said()];
  }
  if (phase.at === "roll" && settings.isReal) {
    return [dicePicker(T.play.typeThrow(names[game.seat]), []), said()];
  }
  if (phase.at === "over") {
    // The list says how it ended.
    return [];
  }
  const dice = phase.at === "act" ? phase.dice : game.turns[game.turns.length - 1]?.dice;
  const score = scoreInWords();
  return [
    make(
      "div",
      { class: "say" },
      dice && phase.at !== "begin" && drawThrow(dice),
      said(),
      // Not where a move will stand a moment later.
      onlyMove() && isForced() && button(T.play.wait, hold, { "data-key": "hold" }),
    ),
    playing.typed.length > 0 && make("p", { class: "typed waiting" }, T.play.waiting, typedDice()),
    score !== "" && make("p", { class: "small score-line" }, score),
  ];
}

/** The game in a few sentences, for those who do not know it. */
export function howTo() {
  const { figures } = T.rulesPage;
  const lines = [figures.way, app.rules.oneDie ? figures.throwsOne : figures.throwsAny, figures.hit, T.play.codes];
  return [
    make("p", {}, `${T.tagline} ${app.rules.oneDie ? T.play.goalOneDie : T.play.goal}`),
    make("ul", { class: "how-to" }, ...lines.map((line) => make("li", {}, line))),
  ];
}

/** The events since the last choice, the newest last. */
function said() {
  const lines = telling.said.slice(-3);
  return make(
    "div",
    { class: "said" },
    ...lines.map((line, at) => make("p", { class: at === lines.length - 1 ? "newest" : "small" }, ...explained(line))),
  );
}

/** What is chosen from: the settings of a new game, the moves, or what follows the end. */
export function playList() {
  const { game, judge, phase } = playing;
  if (!game) {
    return playing.friend ? friendPanel(playing.friend) : playing.day === "" ? beginForm() : dayForm();
  }
  if (!judge) {
    return [make("h2", {}, T.match.title(playing.match?.length ?? 1)), make("p", {}, T.match.workingOut)];
  }
  if (phase.at === "judged") {
    const { judgement } = phase;
    return [
      make("h2", {}, verdictOf(judgement)),
      // The answers stand first: however long the reason is, they stay where they are.
      make(
        "div",
        { class: "tools" },
        button(T.tutor.takeBack, takeBack, { class: "primary", "data-key": "take-back" }),
        button(T.tutor.playOn, playOn, { "data-key": "play-on" }),
      ),
      make("p", {}, reasonOf(judgement)),
      make("p", { class: "small" }, worthsOf(judgement)),
    ];
  }
  if (phase.at === "over") {
    return [
      make("h2", { class: "result" }, resultOfGame()),
      ...endInWords(game).map((line) => make("p", {}, ...judged(line))),
      playing.day !== "" && endOfDay(game),
      ...(playing.friend ? friendPanel(playing.friend) : []),
    ];
  }
  return phase.at === "act" && isChoosing() ? choicesOf(game, judge, phase) : waiting(game);
}

/** What is awaited while there is nothing to choose. */
function waiting(game: Game) {
  const { friend, phase } = playing;
  const name = playNames()[game.seat];
  const only = onlyMove();
  if (friend && playChoices().length > 1) {
    return friendPanel(friend);
  }
  const head = only
    ? only.play.man < 0
      ? T.play.mustPass
      : T.play.onlyMove(moveInWords(only.play))
    : phase.at === "begin" || phase.at === "opening"
      ? T.play.whoBegins
      : phase.at === "act"
        ? T.play.moveOf(name)
        : T.play.throwing(name);
  return [
    make("h2", {}, head),
    only && (isForced() ? make("p", { class: "small" }, T.play.playsItself) : goOnButton(only)),
    only && whyNoOther(game, only),
  ];
}

/** The moves to choose from. */
function choicesOf(game: Game, judge: Judge, { dice, hinted }: Phase & { at: "act" }) {
  const name = playNames()[game.seat];
  const showsChances = settings.showsChances && !isStrict();
  const moves = showsChances ? playChoices() : inOrder(playChoices());
  return [
    make("h2", {}, ownSeats() === 2 ? T.play.moveOf(name) : T.play.yourMove),
    !showsChances && make("p", { class: "small" }, pointing.isTouched ? T.tapAgain("").trim() : T.play.pickMan),
    showsChances && valuesAreOf(judge.rules, name),
    moveList({
      digits: REVIEWED,
      rules: { ...game.rules, doubleWin: judge.rules.doubleWin },
      position: game.position,
      die: dieOf(dice),
      moves,
      values: showsChances,
      press: (ranked, isFinger) => pressMove(ranked, isFinger, makeMove, pointing, touchedInWords),
      touch: pointing,
      point: (ranked) => {
        pointing.pointed = ranked;
        app.draw();
      },
    }),
    hinted !== "" && make("p", { class: "hint" }, hintText()),
  ];
}

/** Why no other man than that of the only move can move, a line for each place. */
function whyNoOther({ rules, position }: Game, { play }: Ranked) {
  const moved = position.own[play.man];
  const others = [...new Set(position.own)].filter((man) => man !== moved && man !== HOME);
  const lines = others.map((man) => {
    const obstacle = obstacleOf(rules, position.own, man, dieOf(diceNow()));
    return obstacle && make("li", {}, T.says(capital(T.placeShort(man)), T.obstacles[obstacle.kind](obstacle.point)));
  });
  return lines.length > 0 && make("ul", { class: "small how-to" }, ...lines);
}

/** The sums of the sides that people played. */
function sumsOfPeople(game: Game) {
  const { seats } = reviewOf(app.solution, game);
  return seats.filter((_, seat) => choosesHere(seat));
}

/** The button that leads to the review. */
export function reviewInWords() {
  const sums = gamesPlayed().flatMap(sumsOfPeople);
  return T.play.reviewMistakes(sumOf(sums.map(({ mistakes }) => mistakes)), ownSeats() < 2);
}

/** The play of a person against the computer: the luck of both sides' throws, as the person sees it, losses, and the level. */
function endInWords(game: Game) {
  const score = scoreInWords();
  const lines = score === "" ? [] : [score];
  if (ownSeats() === 2) {
    return lines;
  }
  const { rules } = game;
  const { seats } = reviewOf(app.solution, game);
  const sums = seats[settings.own];
  const { errors, decisions } = sums;
  const luck = sums.luck - seats[1 - settings.own].luck;
  const worth = `${showDifference(rules, luck, SHORT)}${rules.doubleWin ? ` ${T.points}` : ""}`;
  return [...lines, T.play.summary(worth, showLoss(rules, errors, SHORT), decisions, levelInWords(strengthFrom(sums.evidence)))];
}

export function hintText() {
  const { game, judge } = playing;
  const moves = playChoices();
  if (!game || !judge || moves.length === 0) {
    return "";
  }
  const second = moves.find((it) => it.loss > 0);
  const best = T.play.hintIs(moveInWords(moves[0].play));
  if (!second || !playing.match) {
    return second ? `${best} ${comparedInWords(game.rules, game.position, second, moves[0], SHORT)}` : best;
  }
  const why = whyInGame(game.position, dieOf(diceNow()), second.move, moves[0].move);
  return `${best} ${T.givesAway(second.move, showLoss(judge.rules, second.loss, SHORT), why)}`;
}

/** What is read once: the moves so far, the settings, and the dice. */
export function playAccount() {
  const { game } = playing;
  if (!game) {
    return playing.day === "" ? howTo() : [];
  }
  return [
    playing.phase.at !== "over" && playLog(),
    folded(
      "settings",
      T.play.settings,
      ...(isUnaided() ? [] : [toggle("show-chances"), toggle("show-bar"), toggle("tutor")]),
      toggle("forcing"),
      toggle("sound"),
      paceChoice(),
    ),
    folded("counts", T.play.counts, ...diceCounts(game)),
  ];
}

/** The counts of the numbers thrown so far, beside the expected counts. */
function diceCounts(game: Game) {
  const throws = game.turns.map((turn) => turn.dice);
  const rows = countsOf(game.rules, throws).map(({ die, played, expected }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, String(die)),
      make("td", {}, String(played)),
      make("td", {}, decimal(expected, 1)),
    ),
  );
  const head = [T.play.number, T.play.came, T.play.expected].map((text) => make("th", { scope: "col" }, text));
  const seed = settings.isReal ? "" : ` ${T.play.seedIs(playing.seed)}.`;
  return [
    make("p", { class: "small" }, `${T.play.throwsMade(throws.length)}.${seed}`),
    make(
      "table",
      { class: "counts" },
      make("caption", { class: "unseen" }, T.play.countsHelp),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
    ),
  ];
}

function playLog() {
  const { game } = playing;
  if (!game || game.turns.length === 0) {
    return null;
  }
  const names = playNames();
  const items = game.turns.map((turn) =>
    make("li", {}, T.says(`${names[turn.seat]} ${writeThrow(turn.dice)}`, moveInWords(turn.play))),
  );
  const list = make("ol", { class: "log", tabindex: 0, "aria-label": T.play.log }, ...items.reverse());
  list.setAttribute("reversed", "");
  return make("div", { class: "so-far" }, make("h3", {}, T.play.log), list);
}

/** Goes on after a move that the tutor judged. */
function playOn() {
  playing.phase = { at: "roll" };
  proceed();
}

/** The button that makes the only legal move. */
function goOnButton(only: Ranked) {
  return button(only.play.man < 0 ? T.play.goOn : T.play.playOnly, () => makeMove(only), { class: "primary", "data-key": "go-on" });
}
