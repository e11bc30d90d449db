// The rules of the game: rule sets, legal moves, why a man cannot move, and which rule a set-up breaks.

import { constants } from "./constants.js";
import { trimmed } from "./writing.js";

/**
 * A man, by its place: OFF, OWING, a point 1 to 11, or HOME. Ascending numbers are the order of the notation.
 * @typedef {number} Man
 */
/** A man that is off the board: it never entered, or is free to enter when its owner likes. */
export const OFF = -1;
/** A man that is off the board because it was hit, and owes its entry. Only under rules with an entry duty. */
export const OWING = 0;
/** A man on the home point. */
export const HOME = 12;

/** @typedef {Man[]} Side Three men, ascending. */
/** @typedef {{own: Side, other: Side}} Position The side on roll and its opponent, each seen from its own side. */
/**
 * A rule set: five independent switches, and the name of their combination.
 * @typedef {object} Rules
 * @property {string} name
 * @property {boolean} oneDie one die is thrown and played; otherwise two, and the lower is played
 * @property {boolean} crowding men share points and pass each other freely
 * @property {boolean} overshoot a man that would go beyond home goes off the board; otherwise it cannot move
 * @property {"free" | "forced" | "first"} reentry when a hit man must enter
 * @property {boolean} doubleWin a win counts two points if the loser has no man home
 */
/**
 * A legal move with the position that the opponent then faces. `from` and `to` are points, 0 for off the board; in a pass
 * `man`, the index of the man that moves, is -1.
 * @typedef {{from: number, to: number, hit: boolean, man: number, move: string, next: Position}} Play
 */

export const DICE = [1, 2, 3, 4, 5, 6];

/**
 * The rule set of a name, such as `forced-entry+double-win`, in any order; `null` if there is none.
 * @param {string} name
 * @returns {Rules | null}
 */
export function rulesNamed(name) {
  const parts = new Set(name.split("+").map(trimmed));
  // In a name joined with others, `standard` changes nothing.
  if (parts.size > 1) {
    parts.delete("standard");
  }
  const sorted = [...parts].sort().join("+");
  return constants().ruleSets.find((rules) => rules.name.split("+").sort().join("+") === sorted) ?? null;
}

/**
 * The rule set of these switches; `undefined` if it has no name.
 * @param {Omit<Rules, "name">} switches
 */
export function rulesOf(switches) {
  const keys = /** @type {(keyof typeof switches)[]} */ (Object.keys(switches));
  return constants().ruleSets.find((rules) => keys.every((key) => rules[key] === switches[key]));
}

/** @param {Rules} rules */
export function hasEntryDuty(rules) {
  return rules.reentry !== "free";
}

/** @returns {Position} */
export function startPosition() {
  return { own: [OFF, OFF, OFF], other: [OFF, OFF, OFF] };
}

/**
 * The point that a man stands on, 0 if it is off the board.
 * @param {Man} man
 */
export function placeOf(man) {
  return Math.max(man, 0);
}

/**
 * Points that a man still has to go.
 * @param {Man} man
 */
function pipsOf(man) {
  return HOME - placeOf(man);
}

/** @param {Side} side */
export function pipsOfSide(side) {
  return side.reduce((sum, man) => sum + pipsOf(man), 0);
}

/** @param {Side} side */
export function isFinished(side) {
  return side.every((man) => man === HOME);
}

/**
 * Number of throws in which a die is played: of 36 with two dice, of 6 with one.
 * @param {Rules} rules
 * @param {number} die
 */
export function chancesOf(rules, die) {
  // The lower of two is d in 2 (6 - d) + 1 throws.
  return rules.oneDie ? 1 : 13 - 2 * die;
}

/** @param {Rules} rules */
export function throwsOf(rules) {
  return rules.oneDie ? 6 : 36;
}

/**
 * The same men, ascending.
 * @param {Man[]} men
 * @returns {Side}
 */
export function sorted(men) {
  return [...men].sort((one, other) => one - other);
}

/**
 * The nearest man of the same side that a man would land on or pass over. Under some rules this man is in the way.
 * @param {Side} side
 * @param {Man} man
 * @param {number} die
 */
function inTheWay(side, man, die) {
  const from = placeOf(man);
  return side.find((other) => other > from && other < HOME && other <= from + die);
}

/**
 * Returns whether a man can move with a die, apart from a duty to enter.
 * @param {Rules} rules
 * @param {Side} side
 * @param {Man} man
 * @param {number} die
 */
function canMove(rules, side, man, die) {
  if (man === HOME || (placeOf(man) + die > HOME && !rules.overshoot)) {
    return false;
  }
  return rules.crowding || inTheWay(side, man, die) === undefined;
}

/**
 * Indices of the men that can move with a die; of men in the same place only the first.
 * @param {Rules} rules
 * @param {Side} side
 * @param {number} die
 */
function moversOf(rules, side, die) {
  const owes = side.includes(OWING);
  // A man that enters while a hit man waits is the hit man, so a man that never entered must wait.
  const movers = [0, 1, 2].filter(
    (at) => side[at] !== side[at - 1] && !(owes && side[at] === OFF) && canMove(rules, side, side[at], die),
  );
  const entering = movers.filter((at) => side[at] === OWING);
  return owes && (rules.reentry === "first" || entering.length > 0) ? entering : movers;
}

/**
 * The legal moves with a die, the rearmost man first; a pass if no man can move, and none if the game is over.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} die
 * @returns {Play[]}
 */
export function playsOf(rules, position, die) {
  if (isFinished(position.own) || isFinished(position.other)) {
    return [];
  }
  const movers = moversOf(rules, position.own, die);
  if (movers.length === 0) {
    return [{ from: 0, to: 0, hit: false, man: -1, move: "pass", next: { own: position.other, other: position.own } }];
  }
  return movers.map((man) => playOf(rules, position, man, die));
}

/**
 * The move of a man that can move.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} man
 * @param {number} die
 * @returns {Play}
 */
function playOf(rules, position, man, die) {
  const from = placeOf(position.own[man]);
  const to = from + die > HOME ? 0 : from + die;
  const hit = to > 0 && to < HOME && position.other.includes(to);
  const own = sorted(position.own.map((it, at) => (at !== man ? it : to === 0 ? OFF : to)));
  const struck = hasEntryDuty(rules) ? OWING : OFF;
  const other = hit ? sorted(position.other.map((it) => (it === to ? struck : it))) : position.other;
  return { from, to, hit, man, move: `${from}/${to}${hit ? "*" : ""}`, next: { own: other, other: own } };
}

/**
 * The reason why a man cannot move.
 * @typedef {{kind: "home" | "beyond" | "occupied" | "passes" | "entry" | "die", point: number}} Obstacle
 */
/**
 * The reason why a man of the side on roll cannot move with a die; `null` if it can.
 * @param {Rules} rules
 * @param {Side} side
 * @param {Man} man
 * @param {number} die
 * @returns {Obstacle | null}
 */
export function obstacleOf(rules, side, man, die) {
  if (man === HOME) {
    return { kind: "home", point: HOME };
  }
  const to = placeOf(man) + die;
  if (to > HOME && !rules.overshoot) {
    return { kind: "beyond", point: pipsOf(man) };
  }
  const other = rules.crowding ? undefined : inTheWay(side, man, die);
  if (other !== undefined) {
    return { kind: other === to ? "occupied" : "passes", point: other };
  }
  const moves = moversOf(rules, side, die).some((at) => side[at] === man);
  return moves ? null : { kind: "entry", point: 0 };
}

/**
 * A rule that a set-up breaks. `side` is 0 for the side on roll, 1 for its opponent.
 * @typedef {{kind: "count" | "crowded" | "facing" | "duty" | "over" | "both", side: number, point: number}} SetupFault
 */
/**
 * The rules that a set-up breaks; none if it is a position in which the side on roll may throw.
 * @param {Rules} rules
 * @param {{own: Man[], other: Man[]}} setup
 * @returns {SetupFault[]}
 */
export function setupFaults(rules, setup) {
  /** @type {SetupFault[]} */
  const faults = [];
  [setup.own, setup.other].forEach((men, side) => {
    if (men.length !== 3) {
      faults.push({ kind: "count", side, point: men.length });
    }
    if (!hasEntryDuty(rules) && men.includes(OWING)) {
      faults.push({ kind: "duty", side, point: 0 });
    }
    for (let point = 1; point < HOME && !rules.crowding; point++) {
      if (men.filter((man) => man === point).length > 1) {
        faults.push({ kind: "crowded", side, point });
      }
    }
  });
  for (let point = 1; point < HOME; point++) {
    if (setup.own.includes(point) && setup.other.includes(point)) {
      faults.push({ kind: "facing", side: 0, point });
    }
  }
  const done = [setup.own, setup.other].map((men) => men.length === 3 && isFinished(men));
  if (done[0] && done[1]) {
    faults.push({ kind: "both", side: 0, point: HOME });
  } else if (done[0] || done[1]) {
    faults.push({ kind: "over", side: done[0] ? 0 : 1, point: HOME });
  }
  return faults;
}
