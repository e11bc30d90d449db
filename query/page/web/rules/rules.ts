// The rules of the game: rule sets, legal moves, why a man cannot move, and which rule a set-up breaks.

import { constants } from "./constants.ts";
import { trimmed } from "./writing.ts";

/** A man, by its place: OFF, OWING, a point 1 to 11, or HOME. Ascending numbers are the order of the notation. */
export type Man = number;
/** A man that is off the board: it never entered, or is free to enter when its owner likes. */
export const OFF = -1;
/** A man that is off the board because it was hit, and owes its entry. Only under rules with an entry duty. */
export const OWING = 0;
/** A man on the home point. */
export const HOME = 12;

/** Three men, ascending. */
export type Side = Man[];
/** The side on roll and its opponent, each seen from its own side. */
export type Position = { own: Side; other: Side };
/** A rule set: five independent switches, and the name of their combination. */
export interface Rules {
  name: string;
  /** One die is thrown and played; otherwise two, and the lower is played. */
  oneDie: boolean;
  /** Men share points and pass each other freely. */
  crowding: boolean;
  /** A man that would go beyond home goes off the board; otherwise it cannot move. */
  overshoot: boolean;
  /** When a hit man must enter. */
  reentry: "free" | "forced" | "first";
  /** A win counts two points if the loser has no man home. */
  doubleWin: boolean;
}
/**
 * A legal move with the position that the opponent then faces. `from` and `to` are points, 0 for off the board; in a pass
 * `man`, the index of the man that moves, is -1.
 */
export type Play = { from: number; to: number; hit: boolean; man: number; move: string; next: Position };

export const DICE = [1, 2, 3, 4, 5, 6];

/** The rule set of a name, such as `forced-entry+double-win`, in any order; `null` if there is none. */
export function rulesNamed(name: string): Rules | null {
  const parts = new Set(name.split("+").map(trimmed));
  // In a name joined with others, `standard` changes nothing.
  if (parts.size > 1) {
    parts.delete("standard");
  }
  const sorted = [...parts].sort().join("+");
  return constants().ruleSets.find((rules) => rules.name.split("+").sort().join("+") === sorted) ?? null;
}

/** The rule set of these switches; `undefined` if it has no name. */
export function rulesOf(switches: Omit<Rules, "name">) {
  const keys = Object.keys(switches) as (keyof typeof switches)[];
  return constants().ruleSets.find((rules) => keys.every((key) => rules[key] === switches[key]));
}

export function hasEntryDuty(rules: Rules) {
  return rules.reentry !== "free";
}

export function startPosition(): Position {
  return { own: [OFF, OFF, OFF], other: [OFF, OFF, OFF] };
}

/** The point that a man stands on, 0 if it is off the board. */
export function placeOf(man: Man) {
  return Math.max(man, 0);
}

/** Points that a man still has to go. */
function pipsOf(man: Man) {
  return HOME - placeOf(man);
}

export function pipsOfSide(side: Side) {
  return side.reduce((sum, man) => sum + pipsOf(man), 0);
}

export function isFinished(side: Side) {
  return side.every((man) => man === HOME);
}

/** Number of throws in which a die is played: of 36 with two dice, of 6 with one. */
export function chancesOf(rules: Rules, die: number) {
  // The lower of two is d in 2 (6 - d) + 1 throws.
  return rules.oneDie ? 1 : 13 - 2 * die;
}

export function throwsOf(rules: Rules) {
  return rules.oneDie ? 6 : 36;
}

/** The same men, ascending. */
export function sorted(men: Man[]): Side {
  return [...men].sort((one, other) => one - other);
}

/** The nearest man of the same side that a man would land on or pass over. Under some rules this man is in the way. */
function inTheWay(side: Side, man: Man, die: number) {
  const from = placeOf(man);
  return side.find((other) => other > from && other < HOME && other <= from + die);
}

/** Returns whether a man can move with a die, apart from a duty to enter. */
function canMove(rules: Rules, side: Side, man: Man, die: number) {
  if (man === HOME || (placeOf(man) + die > HOME && !rules.overshoot)) {
    return false;
  }
  return rules.crowding || inTheWay(side, man, die) === undefined;
}

/** Indices of the men that can move with a die; of men in the same place only the first. */
function moversOf(rules: Rules, side: Side, die: number) {
  const owes = side.includes(OWING);
  // A man that enters while a hit man waits is the hit man, so a man that never entered must wait.
  const movers = [0, 1, 2].filter(
    (at) => side[at] !== side[at - 1] && !(owes && side[at] === OFF) && canMove(rules, side, side[at], die),
  );
  const entering = movers.filter((at) => side[at] === OWING);
  return owes && (rules.reentry === "first" || entering.length > 0) ? entering : movers;
}

/** The legal moves with a die, the rearmost man first; a pass if no man can move, and none if the game is over. */
export function playsOf(rules: Rules, position: Position, die: number): Play[] {
  if (isFinished(position.own) || isFinished(position.other)) {
    return [];
  }
  const movers = moversOf(rules, position.own, die);
  if (movers.length === 0) {
    return [{ from: 0, to: 0, hit: false, man: -1, move: "pass", next: { own: position.other, other: position.own } }];
  }
  return movers.map((man) => playOf(rules, position, man, die));
}

/** The move of a man that can move. */
function playOf(rules: Rules, position: Position, man: number, die: number): Play {
  const from = placeOf(position.own[man]);
  const to = from + die > HOME ? 0 : from + die;
  const hit = to > 0 && to < HOME && position.other.includes(to);
  const own = sorted(position.own.map((it, at) => (at !== man ? it : to === 0 ? OFF : to)));
  const struck = hasEntryDuty(rules) ? OWING : OFF;
  const other = hit ? sorted(position.other.map((it) => (it === to ? struck : it))) : position.other;
  return { from, to, hit, man, move: `${from}/${to}${hit ? "*" : ""}`, next: { own: other, other: own } };
}

/** The reason why a man cannot move. */
type Obstacle = { kind: "home" | "beyond" | "occupied" | "passes" | "entry" | "die"; point: number };
/** The reason why a man of the side on roll cannot move with a die; `null` if it can. */
export function obstacleOf(rules: Rules, side: Side, man: Man, die: number): Obstacle | null {
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

/** A rule that a set-up breaks. `side` is 0 for the side on roll, 1 for its opponent. */
export type SetupFault = { kind: "count" | "crowded" | "facing" | "duty" | "over" | "both"; side: number; point: number };
/** The rules that a set-up breaks; none if it is a position in which the side on roll may throw. */
export function setupFaults(rules: Rules, setup: { own: Man[]; other: Man[] }): SetupFault[] {
  const faults: SetupFault[] = [];
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
