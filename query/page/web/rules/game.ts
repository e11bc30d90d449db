// A game that is played: the turns, whose turn it is, and the end.

import type { Man, Play, Position, Rules } from "./rules.ts";
import { dieOf } from "./notation.ts";
import { HOME, isFinished } from "./rules.ts";

export type Turn = { seat: number; position: Position; dice: number[]; die: number; play: Play };

/** A game of two seats: 0 has the light men, at the bottom of the board; 1 the dark ones. */
export class Game {
  rules: Rules;
  first: number;
  start: Position;
  turns: Turn[];
  /** Names of the seats in a record. */
  names: string[];
  /** Other headers of the record. */
  headers: [string, string][];
  /** How the game was given up after its turns: by which seat, and the dice of its throw if it had thrown. */
  resigned: { seat: number; dice: number[] } | null;

  /**
   * @param first the seat that begins
   * @param start seen by that seat
   */
  constructor(rules: Rules, first: number, start: Position) {
    this.rules = rules;
    this.first = first;
    this.start = start;
    this.turns = [];
    this.names = ["", ""];
    this.headers = [];
    this.resigned = null;
  }

  /**
   * Notes that a seat gives the game up.
   * @param dice thrown and not yet played
   */
  resign(seat: number, dice: number[]) {
    this.resigned = { seat, dice: seat === this.seat ? dice : [] };
  }

  /** Points that a seat loses if it gives the game up now: 2 if the other seat could still win double, otherwise 1. */
  pointsOfResigning(seat: number) {
    const { own, other } = this.position;
    return this.rules.doubleWin && !(seat === this.seat ? own : other).includes(HOME) ? 2 : 1;
  }

  /** The position after a number of turns, seen by the seat that is then on roll. */
  positionAfter(count: number) {
    return count > 0 ? this.turns[count - 1].play.next : this.start;
  }

  /** The seat on roll after a number of turns. */
  seatAfter(count: number) {
    return (this.first + count) % 2;
  }

  /** The position after the last turn, seen by the seat that is on roll. */
  get position() {
    return this.positionAfter(this.turns.length);
  }

  /** The seat on roll. */
  get seat() {
    return this.seatAfter(this.turns.length);
  }

  /** Whether something happened in the game: a turn, or a resignation. */
  get isBegun() {
    return this.turns.length > 0 || this.resigned !== null;
  }

  get isOver() {
    return isFinished(this.position.other);
  }

  /** The seat that has won. */
  get winner() {
    return 1 - this.seat;
  }

  /** Points that the winner gets. */
  get points() {
    return this.rules.doubleWin && !this.position.own.includes(HOME) ? 2 : 1;
  }

  add(dice: number[], play: Play) {
    this.turns.push({ seat: this.seat, position: this.position, dice, die: dieOf(dice), play });
  }

  /** The men as they lie on the board. */
  get board() {
    return boardOf(this.position, this.seat);
  }
}

/**
 * The light and the dark men of a position.
 * @param seat the seat on roll
 */
export function boardOf(position: { own: Man[]; other: Man[] }, seat: number) {
  return seat === 0 ? { light: position.own, dark: position.other } : { light: position.other, dark: position.own };
}
