// The panels around the board of the analysis: the throw, the moves, the tools, who can hit whom, and how the game
// ends.

import type { Position } from "../../rules/rules.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Child } from "../../view/elements.ts";
import { lengthsFrom } from "../../facts/ends.ts";
import { hitsOf, throwsThatHit } from "../../facts/facts.ts";
import { heatOf } from "../../facts/heat.ts";
import { freshSeed, Randomness } from "../../rules/dice.ts";
import { dieOf, readPosition, readThrow, writePosition, writeThrow } from "../../rules/notation.ts";
import { chancesOf, DICE, hasEntryDuty, OFF, OWING, placeOf, startPosition, throwsOf } from "../../rules/rules.ts";
import { inSlices } from "../../rules/slices.ts";
import { capital } from "../../rules/writing.ts";
import {
  analyseAddress, analysedMoves, analysedSetup, analysis, analysisFaults, analysisNames, beginLine, changeAnalysis, faultTexts,
  goInLine, moveFreely, offerAnalysis, playAnalysed, selectAnalysed, selectedMove,
} from "./analysis.ts";
import { heatTable } from "./heat-table.ts";
import { T } from "../../texts/language.ts";
import { decimal, percentOfGames, showValue } from "../../texts/numbers.ts";
import { moveInWords, throwInWords, valueOf } from "../../texts/words.ts";
import { announce, app, attempt, notice, revealSays } from "../../view/app.ts";
import { button, byId, choice, focusKey, formButton, make } from "../../view/elements.ts";
import { explained } from "../../view/glossary.ts";
import { menu, tool } from "../../view/icons.ts";
import { copyLink } from "../../view/sharing.ts";
import { drawDie, drawThrow } from "../../view/show-dice.ts";
import { moveList, valuesAreOf } from "../../view/show-moves.ts";
import { stepTools } from "../../view/show-turns.ts";

/** Radio buttons for the die that is played, or for all dice. */
export function throwChooser(): Child[] {
  const { rules } = app;
  const die = analysis.line.dice.length > 0 ? dieOf(analysis.line.dice) : 0;
  const option = (value: number) => {
    const input = make("input", {
      type: "radio",
      name: "die",
      value,
      checked: value === die,
      "data-key": `die-${value}`,
    });
    input.addEventListener("change", () => {
      analysis.line.dice = value === 0 ? [] : [value];
      analysis.selected = null;
      analysis.picked = null;
      changeAnalysis();
      announce(value === 0 ? T.analyse.allMoves : `${throwInWords(rules, analysis.line.dice)} ${analysisBest()}`);
    });
    return make("label", { class: "option" }, input, make("span", {}, value === 0 ? T.analyse.all : String(value)));
  };
  const chooser = make(
    "fieldset",
    { class: "options dice-options" },
    make("legend", {}, T.analyse.throwLabel),
    ...[0, ...DICE].map(option),
  );
  const { isOver, seat } = analysis.line;
  if (isOver && !analysis.isSettingUp) {
    return [make("div", { class: "say" }, make("p", {}, T.play.won(analysisNames()[1 - seat], analysis.line.game.points)))];
  }
  const shown = analysis.line.dice.length > 0 ? drawThrow(analysis.line.dice) : null;
  const text =
    analysis.line.dice.length > 0 ? throwInWords(rules, analysis.line.dice) : T.analyse.before(analysisNames()[seat]);
  return [
    make("div", { class: "say" }, shown, make("p", {}, ...explained(text))),
    chooser,
  ];
}

/** The choice of the second die of a throw; the lower of the two is played. */
function otherDie() {
  const die = analysis.line.dice.length > 0 ? dieOf(analysis.line.dice) : 0;
  const other = analysis.line.dice.length > 1 ? Math.max(...analysis.line.dice) : 0;
  const others = die > 0 && !app.rules.oneDie ? DICE : [];
  return (
    others.length > 0 &&
    choice(
      T.analyse.otherDie,
      [["0", T.analyse.any], ...others.map((it) => [String(it), String(it)] as [string, string])],
      String(other),
      (value) => {
        analysis.line.dice = value === "0" ? [die] : [Number(value), die];
        // A lower die is played instead.
        if (dieOf(analysis.line.dice) !== die) {
          analysis.selected = null;
        }
        changeAnalysis();
      },
      "other-die",
    )
  );
}

/** The best move in words, to be read aloud. */
function analysisBest() {
  const best = analysedMoves()[0];
  return best ? `${capital(moveInWords(best.play))}, ${showValue(app.rules, best.value)}.` : "";
}

export function faultList() {
  return [
    make("h2", {}, T.analyse.notPosition),
    make("ul", { class: "faults" }, ...faultTexts().map((text) => make("li", {}, text))),
  ];
}

export function heatPanel() {
  const { picked } = analysis;
  if (!picked) {
    return [make("h2", {}, T.analyse.setUpNow), make("p", {}, setUpHelp())];
  }
  const { rules } = app;
  const { board, seat } = analysis.line;
  const spots = heatOf(app.solution, board, seat, picked.side, picked.man);
  const side = analysisNames()[picked.side];
  const caption = T.analyse.heat(valueOf(rules, side), T.manAt(side, T.place(picked.man)));
  const owes = make("input", { type: "checkbox", checked: picked.man === OWING, "data-key": "owes" });
  owes.addEventListener("change", () => moveFreely(picked.side, picked.man, OFF));
  const mayOwe = analysis.isSettingUp && hasEntryDuty(rules) && placeOf(picked.man) === 0;
  const close = () => {
    analysis.picked = null;
    app.show();
  };
  return [
    heatTable(rules, caption, spots),
    !analysis.isSettingUp && button(T.analyse.toMoves, close, { "data-key": "to-moves" }),
    mayOwe && make("label", { class: "check" }, owes, T.analyse.owes),
  ];
}

export function movePanel() {
  const { rules, solution } = app;
  const position = analysedSetup();
  const list = (die: number, moves: Ranked[]): HTMLElement =>
    moveList({
      rules,
      position,
      die,
      moves,
      values: true,
      selected: analysis.line.dice.length > 0 ? selectedMove() : undefined,
      ends: analysis.ends,
      press: (ranked) => {
        if (analysis.line.dice.length > 0) {
          selectAnalysed(ranked);
          return;
        }
        analysis.line.dice = [die];
        analysis.selected = ranked.move;
        changeAnalysis();
        focusKey(byId("list"), `move-${die}-${ranked.move}`);
      },
      point: (ranked) => {
        analysis.pointed = ranked && { ranked };
        app.draw();
      },
      play: playAnalysed,
    });
  const name = analysisNames()[analysis.line.seat];
  const unreachable = !solution.isReachable(position) && make("p", { class: "small" }, T.analyse.unreachable);
  if (analysis.line.dice.length > 0) {
    const die = dieOf(analysis.line.dice);
    return [make("h2", { class: "told" }, T.analyse.movesWith(die)), unreachable, valuesAreOf(rules, name), list(die, analysedMoves())];
  }
  const all = throwsOf(rules);
  const groups = DICE.map((die) =>
    make(
      "section",
      { class: "die-group" },
      make(
        "h3",
        {},
        drawDie(die, "plain"),
        make("span", { class: "unseen" }, `${T.analyse.movesWith(die)}, `),
        make("span", { class: "small" }, T.analyse.chances(chancesOf(rules, die), all)),
      ),
      list(die, solution.ranked(position, die)),
    ),
  );
  const value = make(
    "p",
    { class: "value-line" },
    T.says(valueOf(rules, name), ""),
    make("strong", { "data-position-value": solution.value(position) }, showValue(rules, solution.value(position))),
  );
  return [make("h2", {}, T.analyse.allMoves), value, unreachable, ...groups];
}

function setUpHelp() {
  const hasKeys = window.matchMedia("(pointer: fine)").matches;
  const { setUpHelp, setUpKeys, setUpHeat, setUpHelpDuty } = T.analyse;
  return [setUpHelp, hasKeys && setUpKeys, setUpHeat, hasEntryDuty(app.rules) && setUpHelpDuty].filter(Boolean).join(" ");
}

/** The position in the notation, and the throw if there is one. */
export function analysedPosition() {
  return writePosition(analysedSetup()) + (analysis.line.dice.length > 0 ? ` ${writeThrow(analysis.line.dice)}` : "");
}

/** Throws the dice of the page. */
function throwAnalysed() {
  const dice = new Randomness(freshSeed());
  analysis.line.dice = app.rules.oneDie ? [dice.die()] : [dice.die(), dice.die()];
  analysis.selected = null;
  analysis.picked = null;
  changeAnalysis();
  // On a phone the list may have been scrolled.
  revealSays();
  announce(`${throwInWords(app.rules, analysis.line.dice)} ${analysisBest()}`);
}

export function analyseTools() {
  const { isSettingUp } = analysis;
  const isPosition = analysisFaults().length === 0;
  const toggle = () => {
    analysis.isSettingUp = !isSettingUp;
    analysis.picked = null;
    analysis.selected = null;
    changeAnalysis();
  };
  const swap = () => {
    const { seat, position, dice } = analysis.line;
    beginLine(1 - seat, { own: position.other, other: position.own }, dice);
    changeAnalysis();
  };
  const { line } = analysis;
  const { turns } = line.game;
  const isToThrow = !isSettingUp && line.dice.length === 0;
  const swapTool = tool("swap", T.analyse.swap, swap, { "data-key": "swap" });
  return [
    make(
      "div",
      { class: turns.length > 0 ? "tools steps" : "tools" },
      ...(turns.length > 0 ? stepTools({ at: line.at, count: turns.length }, goInLine) : []),
      !line.isOver &&
        tool("throw", T.analyse.throwDice, throwAnalysed, { "data-key": "throw", class: isToThrow ? "primary" : null }),
      tool(isSettingUp ? "done" : "setUp", isSettingUp ? T.analyse.done : T.analyse.setUp, toggle, {
        "data-key": "set-up",
        "aria-pressed": String(isSettingUp),
        class: isSettingUp ? "primary" : null,
      }),
      turns.length === 0 && swapTool,
      isPosition &&
        tool("play", T.analyse.playFrom, () => app.doors.playFrom(analysedSetup(), analysis.line.seat, analysis.line.dice), { "data-key": "play-from" }),
      menu(
        turns.length > 0 && swapTool,
        tool("start", T.analyse.start, () => replaceAnalysis(startPosition(), []), { "data-key": "start" }),
        isPosition && tool("link", T.analyse.copy, () => copyLink(analyseAddress()), { "data-key": "copy" }),
        tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
        otherDie(),
      ),
    ),
  ];
}

export function positionForm() {
  const input = make("input", {
    id: "position",
    type: "text",
    value: analysedPosition(),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-key": "position",
    "aria-describedby": "position-help",
  });
  const form = make(
    "form",
    { class: "position" },
    make("label", { for: "position" }, T.analyse.position),
    input,
    formButton(T.analyse.show, () => attempt(() => typePosition(input.value)), { "data-key": "position-show" }),
    make(
      "p",
      { class: "small", id: "position-help" },
      ...explained(hasEntryDuty(app.rules) ? T.analyse.positionHelpDuty : T.analyse.positionHelp),
    ),
  );
  // The list has the help until a man is picked.
  const isHelping = analysis.isSettingUp && !analysis.picked && analysisFaults().length === 0;
  const help = isHelping ? "" : analysis.isSettingUp ? setUpHelp() : analysis.line.dice.length === 0 ? T.analyse.heatHint : "";
  return [help !== "" && make("p", { class: "small" }, help), form];
}

/** @param text a position, and a throw if one follows */
function typePosition(text: string) {
  const [place, dice = ""] = text.trim().split(/(?<=\/[^:\s]*)[:\s]+/);
  const position = readPosition(app.rules, place);
  const thrown = dice === "" ? [] : readThrow(app.rules, dice);
  notice("");
  analysis.isSettingUp = false;
  replaceAnalysis(position, thrown);
}

/** Shows another position, with the light side on roll. If a position was being set up, it can be brought back. */
function replaceAnalysis(position: Position, dice: number[]) {
  if (analysis.isSettingUp || analysisFaults().length > 0) {
    offerAnalysis(T.undo.setUp);
  }
  analysis.picked = null;
  beginLine(0, position, dice);
  changeAnalysis(true);
}

/** The facts of who can hit whom, and with which throws. */
export function hitFacts() {
  const { rules } = app;
  const position = analysedSetup();
  const names = analysisNames();
  const all = throwsOf(rules);
  const part = (position: Position, text: (count: number) => string): HTMLElement => {
    const hits = hitsOf(rules, position);
    const lines = hits.map((hit) =>
      make("li", {}, T.analyse.hitLine(hit.die, T.place(hit.from === 0 ? OFF : hit.from), hit.point)),
    );
    return make(
      "div",
      {},
      make("p", {}, ...explained(text(throwsThatHit(rules, hits).count))),
      lines.length > 0 && make("ul", { class: "small" }, ...lines),
    );
  };
  const [own, other] = [names[analysis.line.seat], names[1 - analysis.line.seat]];
  return make(
    "section",
    { class: "facts" },
    make("h2", {}, T.analyse.hitsTitle),
    part(position, (count) => T.analyse.hitsNow(own, count, all)),
    part({ own: position.other, other: position.own }, (count) => T.analyse.hitsThen(other, count, all)),
  );
}

/**
 * Time in milliseconds for which a position is shown before the lengths of its games are computed. So stepping through
 * positions stays fast.
 */
const SHOWN_FOR = 250;

/** The section with the probabilities of the ends of the game, once they are computed. */
export function endFacts() {
  return make("section", { class: "facts", id: "ends" }, ...endTexts());
}

export function endTexts() {
  const title = make("h2", {}, T.analyse.endsTitle);
  if (!analysis.ends || analysisFaults().length > 0) {
    return [title, make("p", {}, T.analyse.computing)];
  }
  const ends = analysis.ends.of(analysedSetup());
  const row = (name: string, share: number, kind: string): HTMLElement =>
    make(
      "tr",
      { class: kind },
      make("th", { scope: "row" }, name),
      make("td", { "data-end": kind }, percentOfGames(share)),
    );
  // Elsewhere a win counts one point, whoever is home.
  const double = (text: string) => (app.rules.doubleWin ? text : T.analyse.noneHome);
  return [
    title,
    make("p", {}, T.analyse.ends(analysisNames()[analysis.line.seat])),
    make(
      "table",
      { class: "ends" },
      make(
        "tbody",
        {},
        row(T.analyse.won, ends.won, "won"),
        row(double(T.analyse.wonDouble), ends.wonDouble, "won-double"),
        row(T.analyse.lost, ends.lost, "lost"),
        row(double(T.analyse.lostDouble), ends.lostDouble, "lost-double"),
      ),
    ),
    ...(app.rules.doubleWin ? [make("p", { class: "small" }, T.analyse.doubleNote)] : []),
    make("p", { id: "lengths" }, lengthsInWords()),
  ];
}

/** The number of throws to the end of the game in words, once it is computed. */
function lengthsInWords() {
  const { of, found } = analysis.lengths;
  return found && of === analysedPosition()
    ? T.analyse.lengths(decimal(found.mean, 2), found.quantiles)
    : T.analyse.computing;
}

/** Computes the number of throws to the end of the game, after the position has been shown for a moment. */
export async function findLengths() {
  const of = analysedPosition();
  const table = analysis.ends;
  const isWanted = () => app.mode === "analyse" && analysis.ends === table && of === analysedPosition();
  if (!table || analysis.lengths.of === of) {
    return;
  }
  analysis.lengths = { of, found: null };
  await new Promise((resolve) => setTimeout(resolve, SHOWN_FOR));
  const found = isWanted() ? await inSlices(lengthsFrom(table, analysedSetup()), isWanted) : undefined;
  if (found && isWanted()) {
    analysis.lengths = { of, found };
    document.getElementById("lengths")?.replaceChildren(T.typeset(lengthsInWords()));
  } else if (analysis.lengths.of === of) {
    analysis.lengths = { of: "", found: null };
  }
}

export function showEnds() {
  const host = document.getElementById("ends");
  if (!host || app.mode !== "analyse") {
    return;
  }
  host.replaceChildren(...endTexts());
  void findLengths();
  if (app.rules.doubleWin && analysis.line.dice.length > 0) {
    // Where wins can count two, the reasons of moves include the ends of the game.
    app.show();
  }
}
