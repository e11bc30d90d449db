// Analyse: any position, any throw, every move with its value.

/** @import { EndTable, Lengths } from "../../facts/ends.js" */
/** @import { Address } from "../../records/address.js" */
/** @import { Man, Position } from "../../rules/rules.js" */
/** @import { Ranked } from "../../rules/solution.js" */
/** @import { Picture } from "../../view/app.js" */
/** @import { BoardHandlers, Piece, Scene } from "../../view/board.js" */
import { heatOf } from "../../facts/heat.js";
import { boardOf } from "../../rules/game.js";
import { dieOf, readPosition, readThrow, shortened, writePosition, writeThrow } from "../../rules/notation.js";
import { hasEntryDuty, HOME, isFinished, OFF, OWING, placeOf, setupFaults, sorted, startPosition } from "../../rules/rules.js";
import { capital, isolated } from "../../rules/writing.js";
import { heatScene } from "./heat-table.js";
import { T } from "../../texts/language.js";
import { SHORT, showValue } from "../../texts/numbers.js";
import { boardInWords, errorInWords, faultInWords, moveInWords } from "../../texts/words.js";
import { announce, app, notice, offerUndo } from "../../view/app.js";
import { sayObstacle, threatsAfter } from "../../view/choosing.js";
import { byId, focusKey } from "../../view/elements.js";
import { addressOf, changeRules, leaveMode, setAddress } from "../../view/shell.js";

/** The position on the board of the analysis. While it is being set up, it may break rules. */
export const analysis = {
  /** @type {Man[]} */
  light: [OFF, OFF, OFF],
  /** @type {Man[]} */
  dark: [OFF, OFF, OFF],
  /** The side on roll: 0 light, 1 dark. */
  turn: 0,
  /** @type {number[]} Dice of the throw; empty for all throws. */
  dice: [],
  isSettingUp: false,
  /** @type {{side: number, man: Man} | null} */
  picked: null,
  /** @type {string | null} The move that is shown in full. */
  selected: null,
  /** @type {{ranked: Ranked} | null} The move that is pointed at. */
  pointed: null,
  /** @type {EndTable | null} */
  ends: null,
  /**
   * @type {{of: string, found: Lengths | null}} Number of throws to the end of the game (`found`), and the position for which
   * it was computed (`of`).
   */
  lengths: { of: "", found: null },
};

/** @returns {{own: Man[], other: Man[]}} */
export function analysedSetup() {
  const { light, dark, turn } = analysis;
  return turn === 0 ? { own: light, other: dark } : { own: dark, other: light };
}

/** @param {{own: Man[], other: Man[]}} setup */
export function analyseSetup(setup) {
  const { light, dark } = boardOf(setup, analysis.turn);
  analysis.light = sorted(light);
  analysis.dark = sorted(dark);
  analysis.selected = null;
  analysis.pointed = null;
}

export function analysisFaults() {
  return setupFaults(app.rules, analysedSetup());
}

export function analysisNames() {
  return [T.light, T.dark];
}

/** The address of the analysis: the men keep their colours, whichever side is on roll. */
export function analyseAddress() {
  const side = analysis.turn === 1 ? "dark" : "";
  return addressOf({ position: writePosition(analysedSetup()), dice: writeThrow(analysis.dice), side });
}

/**
 * Opens the position of an address. Returns the faults of the address, in words. If the address names no side, light is on
 * roll.
 * @param {Address} address
 * @param {unknown} state of the entry in the browser's history
 */
export function openAnalysis(address, state) {
  /** @type {string[]} */
  const faults = [];
  /** @type {<V>(otherwise: V, read: () => V) => V} */
  const readOr = (otherwise, read) => {
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
  const { turn } = /** @type {{turn?: number}} */ (state ?? {});
  const side = ["light", "dark"].indexOf(address.side || (turn === 1 ? "dark" : "light"));
  if (side < 0) {
    faults.push(T.link.unknown(isolated(shortened(`side=${address.side}`))));
  }
  analysis.turn = Math.max(side, 0);
  analysis.isSettingUp = false;
  analysis.picked = null;
  analyseSetup(position ?? startPosition());
  analysis.dice = readOr([], () => (address.dice === "" ? [] : readThrow(app.rules, address.dice)));
  return faults;
}

/** @param {boolean} isStep */
export function noteAnalysis(isStep) {
  if (analysisFaults().length === 0) {
    setAddress(analyseAddress(), isStep, { turn: analysis.turn });
  }
}

/**
 * Analyses a position that another part of the page asks for.
 * @param {Position} position
 * @param {number} seat on roll
 * @param {number[]} dice
 */
export function analysePosition(position, seat, dice) {
  leaveMode("analyse");
  analysis.turn = seat;
  analysis.isSettingUp = false;
  analysis.picked = null;
  analyseSetup(position);
  analysis.dice = dice;
  noteAnalysis(true);
  app.show();
}

/** Redraws what depends on the position, and notes the address. */
export function changeAnalysis(isStep = false) {
  analysis.pointed = null;
  noteAnalysis(isStep);
  app.show();
}

/** @returns {Ranked[]} */
export function analysedMoves() {
  if (analysis.dice.length === 0 || analysisFaults().length > 0) {
    return [];
  }
  return app.solution.ranked(analysedSetup(), dieOf(analysis.dice));
}

/** The move that the board shows: the one pointed at, or the one selected. */
function shownMove() {
  if (analysis.isSettingUp || analysis.picked) {
    return null;
  }
  return analysis.pointed?.ranked ?? analysedMoves().find((it) => it.move === analysis.selected) ?? null;
}

/** @param {Ranked} ranked */
export function playAnalysed(ranked) {
  announce(T.play.played(analysisNames()[analysis.turn], moveInWords(ranked.play)));
  if (isFinished(ranked.play.next.other)) {
    notice(T.play.won(analysisNames()[analysis.turn], 1));
    return;
  }
  noteAnalysis(true);
  analysis.turn = 1 - analysis.turn;
  analyseSetup(ranked.play.next);
  analysis.dice = [];
  changeAnalysis(true);
}

/** @param {Ranked} ranked */
export function selectAnalysed(ranked) {
  analysis.selected = analysis.selected === ranked.move ? null : ranked.move;
  analysis.pointed = null;
  app.show();
}

/**
 * Shows the men that can be chosen: to be set up, to be moved, or to see their heat map.
 * @returns {Piece[]}
 */
function analysedPieces() {
  const names = analysisNames();
  const all = [analysis.light, analysis.dark].flatMap((men, side) =>
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
  if (analysis.isSettingUp || analysis.dice.length === 0) {
    return all.filter((piece) => analysis.isSettingUp || piece.key.endsWith("-0"));
  }
  const side = analysis.turn;
  return analysedMoves()
    .filter((it) => it.play.man >= 0)
    .map((it) => {
      const man = analysedSetup().own[it.play.man];
      return {
        side,
        man,
        key: `man-${side}-${man}-0`,
        label: capital(moveInWords(it.play)),
        pressed: it.move === analysis.selected,
      };
    });
}

/** @param {Piece} piece */
function movesOfPiece(piece) {
  return analysedMoves().find((it) => it.play.man >= 0 && analysedSetup().own[it.play.man] === piece.man);
}

/** @type {Partial<BoardHandlers>} */
export const analyseHandlers = {
  choose(piece) {
    if (!analysis.isSettingUp && analysis.dice.length > 0) {
      const ranked = movesOfPiece(piece);
      if (ranked) {
        analysis.selected === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
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
    const ranked = analysis.dice.length > 0 ? movesOfPiece(piece) : undefined;
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
    if (ranked && side === analysis.turn && !analysis.isSettingUp) {
      analysis.selected === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
      return;
    }
    const men = side === 0 ? analysis.light : analysis.dark;
    const man = men.find((it) => placeOf(it) === place);
    if (man !== undefined && analysis.dice.length > 0 && side === analysis.turn) {
      sayObstacle(app.rules, men, man, dieOf(analysis.dice));
    }
  },
  point(piece) {
    if (piece && !analysis.isSettingUp && analysis.dice.length > 0) {
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

/**
 * Puts a man anywhere, while a position is set up.
 * @param {number} side
 * @param {Man} from
 * @param {Man} to
 */
export function moveFreely(side, from, to) {
  const men = side === 0 ? analysis.light : analysis.dark;
  // A man on the rail that is dropped on the rail again changes between "never entered" and "owing its entry".
  const isToggle = to === OFF && placeOf(from) === 0 && hasEntryDuty(app.rules);
  const place = isToggle ? (from === OFF ? OWING : OFF) : to;
  const at = men.indexOf(from);
  const moved = sorted(men.map((man, index) => (index === at ? place : man)));
  if (side === 0) {
    analysis.light = moved;
  } else {
    analysis.dark = moved;
  }
  analysis.selected = null;
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
    : analysis.dice.length > 0
      ? solution.valueWith(setup, dieOf(analysis.dice))
      : solution.value(setup);
  return analysis.turn === 0 ? value : solution.flip(value);
}

export function faultTexts() {
  const names = analysisNames();
  const inTurn = analysis.turn === 0 ? names : [names[1], names[0]];
  return analysisFaults().map((fault) => faultInWords(fault, inTurn));
}

/** @returns {Picture} */
export function analysisPicture() {
  const { rules, solution } = app;
  const faults = analysisFaults();
  const shown = faults.length === 0 ? shownMove() : null;
  const { light, dark, turn, picked } = analysis;
  /** @type {Scene} */
  const scene = {
    light,
    dark,
    turn,
    label: `${T.board}. ${boardInWords({ light, dark }, analysisNames())}`,
    pieces: analysedPieces(),
    editable: analysis.isSettingUp,
    quiet: analysis.dice.length === 0,
  };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: turn, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = threatsAfter(rules, shown.play, turn);
  }
  if (picked) {
    scene.heat = heatScene(rules, picked.side, heatOf(solution, { light, dark }, turn, picked.side, picked.man));
  }
  return { scene, value: faults.length === 0 ? chanceOfLight() : null, names: analysisNames() };
}

/**
 * Offers to bring back the position that is set up now, with its rules.
 * @param {string} text says what replaces it
 */
export function offerSetUp(text) {
  const before = { ...analysis };
  const { name } = app.rules;
  offerUndo(text, async () => {
    await changeRules(name, false);
    leaveMode("analyse");
    Object.assign(analysis, before);
    changeAnalysis(true);
  });
}
