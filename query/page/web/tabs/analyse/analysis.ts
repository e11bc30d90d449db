// The position that is analysed: how it is opened, changed and set up, and its board.

import type { EndTable, Lengths } from "../../facts/ends.ts";
import type { Address } from "../../records/address.ts";
import type { Game } from "../../rules/game.ts";
import type { Man } from "../../rules/rules.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Picture } from "../../view/app.ts";
import type { BoardHandlers, Piece, Scene } from "../../view/board.ts";
import { heatOf } from "../../facts/heat.ts";
import { dieOf, readPosition, readThrow, shortened, writePosition, writeThrow } from "../../rules/notation.ts";
import { hasEntryDuty, HOME, OFF, OWING, placeOf, setupFaults, sorted, startPosition } from "../../rules/rules.ts";
import { capital, isolated } from "../../rules/writing.ts";
import { heatScene } from "./heat-table.ts";
import { Line, lineOfState } from "./line.ts";
import { T } from "../../texts/language.ts";
import { SHORT, showValue } from "../../texts/numbers.ts";
import { boardInWords, errorInWords, faultInWords, moveInWords } from "../../texts/words.ts";
import { announce, app, offerUndo } from "../../view/app.ts";
import { lastMove } from "../../view/board.ts";
import { sayObstacle, threatsAfter } from "../../view/choosing.ts";
import { byId, focusKey } from "../../view/elements.ts";
import { addressOf, changeRules, leaveMode, setAddress } from "../../view/shell.ts";
import { stepByKeys } from "../../view/show-turns.ts";

/** The position on the board of the analysis. While it is being set up, it may break rules. */
export const analysis = {
  /** The line of play, with the position and the throw that are shown. */
  line: new Line(null as any, 0, startPosition()),
  isSettingUp: false,
  picked: null as { side: number; man: Man } | null,
  /** The move that was chosen to be shown in full. */
  selected: null as string | null,
  /** The move that is pointed at. */
  pointed: null as { ranked: Ranked } | null,
  ends: null as EndTable | null,
  /**
   * Number of throws to the end of the game (`found`), and the position for which
   * it was computed (`of`).
   */
  lengths: { of: "", found: null } as { of: string; found: Lengths | null },
};

export function analysedSetup() {
  return analysis.line.position;
}

/**
 * Begins a line of play at another position, or set-up. If the line before it has turns, it can be brought back.
 * @param seat on roll
 */
export function beginLine(seat: number, { own, other }: { own: Man[]; other: Man[] }, dice: number[] = []) {
  offerLine();
  showLine(new Line(app.rules, seat, { own: sorted(own), other: sorted(other) }, [], 0, dice));
}

/** Offers to bring back the line that is about to be replaced, if it has turns. */
export function offerLine() {
  if (analysis.line.game.turns.length > 0) {
    offerAnalysis(T.line.replaced);
  }
}

function showLine(line: Line) {
  analysis.line = line;
  analysis.selected = line.next?.play.move ?? null;
  analysis.pointed = null;
}

export function analysisFaults() {
  return setupFaults(app.rules, analysedSetup());
}

export function analysisNames() {
  return [T.light, T.dark];
}

/** The address of the position; of a game that is over, which no address names, that of its last throw. */
export function analyseAddress() {
  const { line } = analysis;
  const { position, seat, dice } = line.isOver ? line.game.turns[line.at - 1] : line;
  return addressOf({ position: writePosition(position), dice: writeThrow(dice), side: seat === 1 ? "dark" : "" });
}

/**
 * Opens the position of an address. Returns the faults of the address, in words. If the address names no side, light is on
 * roll.
 * @param state of the entry in the browser's history
 */
export function openAnalysis(address: Address, state: unknown) {
  if (!state && addressOf({ ...address, rules: app.rules.name }) === analyseAddress()) {
    // The tab of the analysis leads back to it.
    return [];
  }
  const faults: string[] = [];
  const readOr: <V>(otherwise: V, read: () => V) => V = (otherwise, read) => {
    try {
      return read();
    } catch (error) {
      faults.push(errorInWords(error));
      return otherwise;
    }
  };
  const position = readOr(null, () => readPosition(app.rules, address.position || "000/000"));
  if (!position) {
    faults.push(T.shownInstead);
  }
  const side = ["light", "dark"].indexOf(address.side || "light");
  if (side < 0) {
    faults.push(T.link.unknown(isolated(shortened(`side=${address.side}`))));
  }
  const dice = readOr([], () => (address.dice === "" ? [] : readThrow(app.rules, address.dice)));
  analysis.isSettingUp = false;
  analysis.picked = null;
  const line =
    lineOfState(state, app.rules, analysis.line) ?? new Line(app.rules, Math.max(side, 0), position ?? startPosition());
  line.dice = line.isOver ? [] : dice;
  showLine(line);
  return faults;
}

export function noteAnalysis(isStep: boolean) {
  if (analysisFaults().length === 0 || analysis.line.isOver) {
    setAddress(analyseAddress(), isStep, analysis.line.state);
  }
}

/**
 * Analyses a game that another part of the page shows, as a line of play.
 * @param at number of turns before the position
 * @param dice thrown; otherwise those of the next turn
 */
export function analyseGame({ rules, first, start, turns }: Game, at: number, dice?: number[]) {
  leaveMode("analyse");
  analysis.isSettingUp = false;
  analysis.picked = null;
  const line = new Line(rules, first, start, turns, at, dice);
  const { line: present } = analysis;
  // What was tried from there is still there.
  const isKept = present.goesOnFrom(line);
  if (isKept) {
    present.go(at);
    present.dice = line.dice;
  } else if (!line.goesOnFrom(present)) {
    offerLine();
  }
  showLine(isKept ? present : line);
  noteAnalysis(true);
  app.show();
}

/** @param at number of turns of the line before the position to show */
export function goInLine(at: number) {
  const { line } = analysis;
  line.go(at);
  showLine(line);
  analysis.picked = null;
  analysis.isSettingUp = false;
  changeAnalysis();
  const turn = line.game.turns[at - 1];
  announce(turn ? T.play.played(analysisNames()[turn.seat], moveInWords(turn.play)) : T.review.startOf);
}

stepByKeys("analyse", () => ({ at: analysis.line.at, count: analysis.line.game.turns.length }), goInLine);

/** Redraws what depends on the position, and notes the address. */
export function changeAnalysis(isStep = false) {
  analysis.pointed = null;
  noteAnalysis(isStep);
  app.show();
}

export function analysedMoves(): Ranked[] {
  if (analysis.line.dice.length === 0 || analysisFaults().length > 0) {
    return [];
  }
  return app.solution.ranked(analysedSetup(), dieOf(analysis.line.dice));
}

/** The move that is shown in full: the one chosen, or the best; `null` without a throw. */
export function selectedMove() {
  return analysis.isSettingUp ? null : (analysis.selected ?? analysedMoves()[0]?.move ?? null);
}

/** The move that the board shows: the one pointed at, or the one selected. */
function shownMove() {
  if (analysis.isSettingUp || analysis.picked) {
    return null;
  }
  return analysis.pointed?.ranked ?? analysedMoves().find((it) => it.move === selectedMove()) ?? null;
}

export function playAnalysed(ranked: Ranked) {
  const { line } = analysis;
  announce(T.play.played(analysisNames()[line.seat], moveInWords(ranked.play)));
  noteAnalysis(true);
  const after = line.with(ranked.play);
  if (after !== line && line.next) {
    offerAnalysis(T.line.replaced);
  }
  showLine(after);
  changeAnalysis(true);
}

export function selectAnalysed(ranked: Ranked) {
  analysis.selected = selectedMove() === ranked.move ? null : ranked.move;
  analysis.pointed = null;
  app.show();
}

/** Shows the men that can be chosen: to be set up, to be moved, or to see their heat map. */
function analysedPieces(): Piece[] {
  const names = analysisNames();
  const { board, isOver } = analysis.line;
  const all = [board.light, board.dark].flatMap((men, side) =>
    men.map((man, at) => {
      // If several men are in one place, the first of them is picked.
      const nth = men.slice(0, at).filter((it) => it === man).length;
      return {
        side,
        man,
        key: `man-${side}-${man}-${nth}`,
        label: capital(T.manAt(names[side], T.place(man))),
        pressed: nth === 0 && analysis.picked?.side === side && analysis.picked.man === man,
      };
    }),
  );
  if (analysis.isSettingUp || analysis.line.dice.length === 0) {
    return all.filter((piece) => analysis.isSettingUp || (!isOver && piece.key.endsWith("-0")));
  }
  const side = analysis.line.seat;
  return analysedMoves()
    .filter((it) => it.play.man >= 0)
    .map((it) => {
      const man = analysedSetup().own[it.play.man];
      return {
        side,
        man,
        key: `man-${side}-${man}-0`,
        label: capital(moveInWords(it.play)),
        pressed: it.move === selectedMove(),
      };
    });
}

function movesOfPiece(piece: Piece) {
  return analysedMoves().find((it) => it.play.man >= 0 && analysedSetup().own[it.play.man] === piece.man);
}

export const analyseHandlers: Partial<BoardHandlers> = {
  choose(piece) {
    if (!analysis.isSettingUp && analysis.line.dice.length > 0) {
      const ranked = movesOfPiece(piece);
      if (ranked) {
        selectedMove() === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
      }
      return;
    }
    const isSame = analysis.picked?.side === piece.side && analysis.picked.man === piece.man;
    analysis.picked = isSame ? null : { side: piece.side, man: piece.man };
    app.show();
  },
  drop(piece, place) {
    if (analysis.isSettingUp) {
      moveFreely(piece.side, piece.man, place === 0 ? OFF : place);
      return;
    }
    const ranked = analysis.line.dice.length > 0 ? movesOfPiece(piece) : undefined;
    if (ranked && ranked.play.to === place) {
      playAnalysed(ranked);
    } else {
      announce(T.obstacles.die());
    }
  },
  tap(side, place) {
    const { picked } = analysis;
    if (picked && analysis.isSettingUp) {
      // A tap on the other side's lane counts too; the man stays in its own lane.
      moveFreely(picked.side, picked.man, place === 0 ? OFF : place);
      return;
    }
    if (picked) {
      analysis.picked = null;
      app.show();
      return;
    }
    const ranked = analysedMoves().find((it) => it.play.to === place && it.play.man >= 0);
    if (ranked && side === analysis.line.seat && !analysis.isSettingUp) {
      selectedMove() === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
      return;
    }
    const men = side === 0 ? analysis.line.board.light : analysis.line.board.dark;
    const man = men.find((it) => placeOf(it) === place);
    if (man !== undefined && analysis.line.dice.length > 0 && side === analysis.line.seat) {
      sayObstacle(app.rules, men, man, dieOf(analysis.line.dice));
    }
  },
  point(piece) {
    if (piece && !analysis.isSettingUp && analysis.line.dice.length > 0) {
      const ranked = movesOfPiece(piece);
      if (ranked && analysis.pointed?.ranked.move !== ranked.move) {
        analysis.pointed = { ranked };
        app.draw();
      }
    } else if (analysis.pointed) {
      analysis.pointed = null;
      app.draw();
    }
  },
  press(piece, key) {
    if (!analysis.isSettingUp) {
      return false;
    }
    const places = hasEntryDuty(app.rules) ? [OFF, OWING] : [OFF];
    const all = [...places, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, HOME];
    const at = all.indexOf(piece.man);
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    const to = step
      ? all[at + step]
      : { Home: OFF, Delete: OFF, Backspace: OFF, End: HOME, x: places.includes(OWING) ? OWING : undefined, 0: OFF }[
          key
        ];
    if (to === undefined) {
      return step !== undefined;
    }
    moveFreely(piece.side, piece.man, to);
    return true;
  },
};

/** Puts a man anywhere, while a position is set up. */
export function moveFreely(side: number, from: Man, to: Man) {
  const { board, seat, dice } = analysis.line;
  const men = side === 0 ? board.light : board.dark;
  // A man on the rail that is dropped on the rail again changes between "never entered" and "owing its entry".
  const isToggle = to === OFF && placeOf(from) === 0 && hasEntryDuty(app.rules);
  const place = isToggle ? (from === OFF ? OWING : OFF) : to;
  const at = men.indexOf(from);
  const moved = men.map((man, index) => (index === at ? place : man));
  const { own, other } = analysedSetup();
  beginLine(seat, side === seat ? { own: moved, other } : { own, other: moved }, dice);
  analysis.picked = { side, man: place };
  const faults = analysisFaults();
  const name = capital(T.manAt(analysisNames()[side], T.place(place)));
  const value = faults.length === 0 ? chanceOfLight() : null;
  announce(
    value === null
      ? `${name}. ${T.analyse.notPosition} ${faultTexts().join("; ")}`
      : `${name}. ${T.chancesOf(T.light, showValue(app.rules, value, SHORT))}`,
  );
  changeAnalysis();
  focusKey(byId("board"), `man-${side}-${place}-0`);
}

/** The value to the light side: of the shown move, with the die, or before the throw. */
function chanceOfLight() {
  const { solution } = app;
  const setup = analysedSetup();
  const shown = shownMove();
  const value = shown
    ? shown.value
    : analysis.line.dice.length > 0
      ? solution.valueWith(setup, dieOf(analysis.line.dice))
      : solution.value(setup);
  return analysis.line.seat === 0 ? value : solution.flip(value);
}

export function faultTexts() {
  const names = analysisNames();
  const inTurn = analysis.line.seat === 0 ? names : [names[1], names[0]];
  return analysisFaults().map((fault) => faultInWords(fault, inTurn));
}

export function analysisPicture(): Picture {
  const { rules, solution } = app;
  const faults = analysisFaults();
  const shown = faults.length === 0 ? shownMove() : null;
  const { picked, line } = analysis;
  const { game, at, seat: turn, board } = line;
  const scene: Scene = {
    ...board,
    turn: line.isOver ? -1 : turn,
    won: line.isOver ? 1 - turn : undefined,
    label: `${T.board}. ${boardInWords(board, analysisNames())}`,
    last: lastMove(game.turns, at),
    pieces: analysedPieces(),
    editable: analysis.isSettingUp,
    quiet: analysis.line.dice.length === 0,
  };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: turn, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = threatsAfter(rules, shown.play, turn);
  }
  if (picked) {
    scene.heat = heatScene(rules, picked.side, heatOf(solution, board, turn, picked.side, picked.man));
  }
  return { scene, value: faults.length === 0 || line.isOver ? chanceOfLight() : null, names: analysisNames() };
}

/**
 * Offers to bring back the analysis as it is now, with its rules.
 * @param text says what replaces it
 */
export function offerAnalysis(text: string) {
  const before = { ...analysis };
  const { name } = app.rules;
  offerUndo(text, async () => {
    await changeRules(name, false);
    leaveMode("analyse");
    Object.assign(analysis, before);
    changeAnalysis(true);
  });
}
