// A game that is played: the turns, whose turn it is, and the end.

/** @import { Man, Play, Position, Rules } from "./rules.js" */
import { dieOf } from "./notation.js";
import { HOME, isFinished } from "./rules.js";

/** @typedef {{seat: number, position: Position, dice: number[], die: number, play: Play}} Turn */

/** A game of two seats: 0 has the light men, at the bottom of the board; 1 the dark ones. */
export class Game {
  /**
   * @param {Rules} rules
   * @param {number} first the seat that begins
   * @param {Position} start seen by that seat
   */
  constructor(rules, first, start) {
    this.rules = rules;
    this.first = first;
    this.start = start;
    /** @type {Turn[]} */
    this.turns = [];
    /** Names of the seats in a record. */
    this.names = ["", ""];
    /** Other headers of the record. @type {[string, string][]} */
    this.headers = [];
    /** How the game was given up after its turns: by which seat, and the dice of its throw if it had thrown. @type {{seat: number, dice: number[]} | null} */
    this.resigned = null;
  }

  /**
   * Notes that a seat gives the game up.
   * @param {number} seat
   * @param {number[]} dice thrown and not yet played
   */
  resign(seat, dice) {
    this.resigned = { seat, dice: seat === this.seat ? dice : [] };
  }

  /**
   * Points that a seat loses if it gives the game up now: 2 if the other seat could still win double, otherwise 1.
   * @param {number} seat
   */
  pointsOfResigning(seat) {
    const { own, other } = this.position;
    return this.rules.doubleWin && !(seat === this.seat ? own : other).includes(HOME) ? 2 : 1;
  }

  /**
   * The position after a number of turns, seen by the seat that is then on roll.
   * @param {number} count
   */
  positionAfter(count) {
    return count > 0 ? this.turns[count - 1].play.next : this.start;
  }

  /**
   * The seat on roll after a number of turns.
   * @param {number} count
   */
  seatAfter(count) {
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

  /**
   * @param {number[]} dice
   * @param {Play} play
   */
  add(dice, play) {
    this.turns.push({ seat: this.seat, position: this.position, dice, die: dieOf(dice), play });
  }

  /** The men as they lie on the board. */
  get board() {
    return boardOf(this.position, this.seat);
  }
}

/**
 * The light and the dark men of a position.
 * @param {{own: Man[], other: Man[]}} position
 * @param {number} seat the seat on roll
 */
export function boardOf(position, seat) {
  return seat === 0 ? { light: position.own, dark: position.other } : { light: position.other, dark: position.own };
}
