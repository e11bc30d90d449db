// The sheets that are printed: a position with all moves and their reasons, a review turn by turn, puzzles with the
// answers overleaf.

import type { Question } from "./facts/questions.ts";
import type { Position, Rules } from "./rules/rules.ts";
import type { Ranked } from "./rules/solution.ts";
import type { Scene } from "./view/board.ts";
import type { Child } from "./view/elements.ts";
import type { Geometry } from "./view/geometry.ts";
import { factsOf } from "./facts/facts.ts";
import { freshSeed, Randomness } from "./rules/dice.ts";
import { boardOf } from "./rules/game.ts";
import { dieOf, writePosition, writeThrow } from "./rules/notation.ts";
import { writeRecord } from "./rules/record.ts";
import { chancesOf, DICE, startPosition, throwsOf } from "./rules/rules.ts";
import { capital, isolated } from "./rules/writing.ts";
import { analysedMoves, analysedSetup, analysis, analysisFaults, analysisNames, selectedMove } from "./tabs/analyse/analysis.ts";
import { analysedPosition, endTexts, faultList, hitFacts } from "./tabs/analyse/panels.ts";
import { howTo } from "./tabs/play/panels.ts";
import { diceNow, playing, playNames } from "./tabs/play/playing.ts";
import { resultOfGame } from "./tabs/play/steps.ts";
import { newQuestion, practice } from "./tabs/practise/practice.ts";
import { resultInWords, summary } from "./tabs/review/panels.ts";
import { reviewing, reviewScene, turnJudged } from "./tabs/review/reviewing.ts";
import { T } from "./texts/language.ts";
import { REVIEWED, showDifference, showLoss, showValue } from "./texts/numbers.ts";
import { whyWorse } from "./texts/reasons.ts";
import {
  boardInWords, comparedInWords, leastMarked, moveInWords, namesOf, reasonsInWords, ruleSetName, throwInWords, valueOf,
} from "./texts/words.ts";
import { app } from "./view/app.ts";
import { drawBoard } from "./view/board.ts";
import { drawCurve } from "./view/curve.ts";
import { byId, make, refill } from "./view/elements.ts";
import { FOLDED, WIDE } from "./view/geometry.ts";
import { inOrder } from "./view/show-moves.ts";
import { signedMove } from "./view/show-turns.ts";

/** Number of puzzles on a sheet. */
const PUZZLES = 6;

/** A board on paper. */
function boardOnPaper(scene: Scene, geometry: Geometry = WIDE) {
  return make("div", { class: "paper-board" }, drawBoard(scene, geometry));
}

/**
 * Moves with values and reasons.
 * @param moves best first
 */
function movesOnPaper(rules: Rules, position: Position, moves: Ranked[]) {
  const items = moves.map((ranked) => {
    const why = ranked.loss === 0 ? "" : ` ${whyWorse(rules, position, ranked, moves[0])}`;
    const reasons = reasonsInWords(rules, ranked.play, factsOf(rules, position, ranked.play), null);
    const verdict =
      moves.length === 1 ? T.analyse.only : ranked.loss === 0 ? T.analyse.best : T.analyse.givesAway(showLoss(rules, ranked.loss));
    return make(
      "li",
      {},
      make("b", {}, capital(moveInWords(ranked.play))),
      " ",
      make("code", {}, ranked.move),
      " ",
      make("b", {}, showValue(rules, ranked.value)),
      `, ${verdict}`,
      make("p", {}, `${capital(reasons.join("; "))}.${why}`),
    );
  });
  return make("ol", { class: "paper-moves" }, ...items);
}

/** The position that is analysed. */
function analysisOnPaper(): Child[] {
  const { rules, solution } = app;
  const position = analysedSetup();
  const names = analysisNames();
  const { board, seat: turn, dice } = analysis.line;
  const title = make("h2", {}, `${analysedPosition()} · ${ruleSetName(rules.name)}`);
  if (analysisFaults().length > 0) {
    return [title, boardOnPaper({ ...board, turn, label: T.board }), ...faultList()];
  }
  const best = dice.length > 0 ? analysedMoves().find((it) => it.move === selectedMove()) ?? analysedMoves()[0] : null;
  const arrow = best && best.play.man >= 0 ? { side: turn, ...best.play } : null;
  const value = solution.value(position);
  const chances = [value, solution.flip(value)].map((it, at) => T.chancesOf(names[at === 0 ? turn : 1 - turn], showValue(rules, it)));
  const lists =
    dice.length > 0
      ? [make("p", {}, throwInWords(rules, dice)), movesOnPaper(rules, position, analysedMoves())]
      : DICE.flatMap((die) => [
          make("h3", {}, `${T.analyse.movesWith(die)} (${T.analyse.chances(chancesOf(rules, die), throwsOf(rules))})`),
          movesOnPaper(rules, position, solution.ranked(position, die)),
        ]);
  return [
    title,
    boardOnPaper({ ...board, turn, label: T.board, arrow }),
    make("p", {}, `${boardInWords(board, names)} ${T.analyse.before(names[turn])} ${T.chances}: ${chances.join(", ")}.`),
    ...lists,
    hitFacts(),
    // What is not computed yet is left out.
    analysis.ends && make("section", { class: "facts" }, ...endTexts().filter(({ id }) => id !== "lengths" || analysis.lengths.found)),
  ];
}

/** The review, turn by turn. */
function reviewOnPaper(): Child[] {
  const { review } = reviewing;
  if (!review) {
    return [];
  }
  const { rules, headers } = review.game;
  const names = namesOf(review.game);
  const heads = [T.review.turn, T.review.dice, T.review.move, T.review.luck, T.review.errors, valueOf(rules, names[review.game.first])];
  const rows = review.turns.flatMap((turn, at) => {
    const cells = [
      writeThrow(turn.turn.dice),
      signedMove(turn.played.move, turn.mark),
      showDifference(rules, turn.luck, REVIEWED),
      turn.loss > 0 ? showLoss(rules, turn.loss, REVIEWED) : "",
      showValue(rules, turn.chance, REVIEWED),
    ];
    return [
      make("tr", {}, make("th", { scope: "row" }, `${at + 1} ${names[turn.turn.seat]}`), ...cells.map((cell) => make("td", {}, cell))),
      turn.loss > 0 ? make("tr", {}, make("td", { colspan: heads.length, class: "why" }, turnJudged(turn))) : null,
    ];
  });
  return [
    make("h2", {}, `${T.says(T.review.title, names.join(" – "))} · ${ruleSetName(rules.name)}`),
    make("p", {}, resultInWords(review)),
    headers.length > 0 && make("p", {}, headers.map((header) => T.says(isolated(header[0]), isolated(header[1]))).join("; ")),
    boardOnPaper(reviewScene(review)),
    drawCurve(review, reviewing.turn, () => "", () => {}),
    ...summary(review),
    make(
      "table",
      { class: "paper-turns" },
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
    make("p", {}, T.review.signs(...leastMarked(rules))),
  ];
}

/** Six puzzles, of which the first is the question on the screen, with the answers on the next page. */
function puzzlesOnPaper(): Child[] {
  const { rules } = app;
  if (!practice.question) {
    return [];
  }
  const randomness = new Randomness(freshSeed());
  const questions = [practice.question];
  const keyOf = ({ position, dice }: Question) => `${writePosition(position)} ${dieOf(dice)}`;
  while (questions.length < PUZZLES) {
    const question = newQuestion(randomness);
    if (!questions.some((it) => keyOf(it) === keyOf(question))) {
      questions.push(question);
    }
  }
  const puzzles = questions.map(({ position, dice, moves }, at) =>
    make(
      "section",
      { class: "puzzle" },
      make("h3", {}, `${at + 1}. ${throwInWords(rules, dice)}`),
      boardOnPaper({ ...boardOf(position, 0), turn: 0, label: T.board }, FOLDED),
      make("p", {}, inOrder(moves).map((it) => `☐ ${capital(moveInWords(it.play))}`).join("   ")),
    ),
  );
  const answers = questions.map(({ position, moves }) => {
    const second = moves.find((it) => it.loss > 0);
    const why = second ? comparedInWords(rules, position, second, moves[0]) : "";
    return make("li", {}, make("b", {}, capital(moveInWords(moves[0].play))), ` (${moves[0].move}). ${why}`);
  });
  return [
    make("h2", {}, `${T.practise.sheet} · ${ruleSetName(rules.name)}`),
    make("p", {}, T.practise.sheetHelp),
    make("div", { class: "puzzles" }, ...puzzles),
    make("section", { class: "overleaf" }, make("h2", {}, T.practise.answers), make("ol", {}, ...answers)),
  ];
}

/** The game that is played: the board, and its record. Before a game: the start, and how to play. */
function gameOnPaper(): Child[] {
  const { game } = playing;
  if (!game) {
    const { own, other } = startPosition();
    return [make("h2", {}, ruleSetName(app.rules.name)), boardOnPaper({ light: own, dark: other, turn: -1, label: T.board }), ...howTo()];
  }
  return [
    make("h2", {}, `${playNames().join(" – ")} · ${ruleSetName(game.rules.name)}`),
    boardOnPaper({ ...boardOf(game.position, game.seat), turn: game.isOver ? -1 : game.seat, label: T.board }),
    playing.phase.at === "over"
      ? make("p", {}, resultOfGame())
      : make("p", {}, diceNow().length > 0 ? throwInWords(game.rules, diceNow(), playNames()[game.seat]) : T.play.throwing(playNames()[game.seat])),
    make("p", {}, T.play.codes),
    make("pre", {}, writeRecord(game)),
  ];
}

/** Draws what is to be printed; the page of rules is printed as it is, with what is folded. */
function fillPaper() {
  for (const folded of byId("account").querySelectorAll("details")) {
    folded.open = true;
  }
  const sheets = { analyse: analysisOnPaper, review: reviewOnPaper, practise: puzzlesOnPaper, play: gameOnPaper, rules: () => [] };
  const sheet = sheets[app.mode]().filter(Boolean);
  refill(byId("paper"), sheet.length > 0 && make("h1", {}, T.title), ...sheet);
  // On paper, words cannot be pressed to show their meanings.
  for (const term of byId("paper").querySelectorAll(".term")) {
    term.replaceWith(term.textContent ?? "");
  }
}

/** Draws the sheets when they are printed. */
export function acceptPrinting() {
  const clear = () => byId("paper").replaceChildren();
  window.addEventListener("beforeprint", fillPaper);
  window.addEventListener("afterprint", clear);
  // Browsers that emulate print media send only this event.
  window.matchMedia("print").addEventListener("change", ({ matches }) => (matches ? fillPaper() : clear()));
}
