// A line of play: moves that are tried on the board of the analysis, one after the other.

/** @import { Turn } from "../../rules/game.js" */
/** @import { Play, Position, Rules } from "../../rules/rules.js" */
import { readReviewLink, writeReviewLink } from "../../records/game-link.js";
import { boardOf, Game } from "../../rules/game.js";
import { dieOf, writePosition } from "../../rules/notation.js";
import { isFinished } from "../../rules/rules.js";

/** A game as far as it was tried, and a position of it. Without turns, its start may be a set-up that breaks rules. */
export class Line {
  /**
   * @param {Rules} rules
   * @param {number} first the seat that begins
   * @param {Position} start seen by that seat
   * @param {Turn[]} turns
   * @param {number} at number of turns before the position that is shown
   * @param {number[]} dice thrown there; empty for all throws
   */
  constructor(rules, first, start, turns = [], at = 0, dice = turns[at]?.dice ?? []) {
    this.game = new Game(rules, first, start);
    this.game.turns = [...turns];
    this.at = at;
    this.dice = dice;
    /** The throw at the end of the line, while an earlier position is shown. @type {number[]} */
    this.thrown = [];
  }

  get position() {
    return this.game.positionAfter(this.at);
  }

  get seat() {
    return this.game.seatAfter(this.at);
  }

  get board() {
    return boardOf(this.position, this.seat);
  }

  /** The turn that follows in the line. @returns {Turn | undefined} */
  get next() {
    return this.game.turns[this.at];
  }

  /** Whether the move before the position has won the game. */
  get isOver() {
    return this.at > 0 && isFinished(this.position.other);
  }

  /**
   * Shows another position of the line, with the throw that was played there.
   * @param {number} at
   */
  go(at) {
    this.thrown = this.next ? this.thrown : this.dice;
    this.at = at;
    this.dice = this.next?.dice ?? this.thrown;
  }

  /**
   * The line after a move in the position that is shown: this one, if the move follows in it, otherwise a new one.
   * @param {Play} play
   */
  with(play) {
    const { game, at, dice, next } = this;
    if (next && next.die === dieOf(dice) && next.play.move === play.move) {
      this.go(at + 1);
      return this;
    }
    const line = new Line(game.rules, game.first, game.start, game.turns.slice(0, at), at);
    line.game.add(dice, play);
    line.at += 1;
    return line;
  }

  /** Whether the line begins as another one. @param {Line} other */
  goesOnFrom({ game }) {
    const { rules, first, start, turns } = this.game;
    const isSameStart = rules === game.rules && first === game.first && writePosition(start) === writePosition(game.start);
    return isSameStart && game.turns.every(({ dice, play }, at) => turns[at]?.play.move === play.move && `${turns[at].dice}` === `${dice}`);
  }

  /** The line in an entry of the browser's history. */
  get state() {
    return { line: writeReviewLink([this.game]), at: this.at };
  }
}

/**
 * The line of an entry of the browser's history, if there is one; the present line, if that only goes on from there.
 * @param {unknown} state
 * @param {Rules} rules
 * @param {Line} present
 */
export function lineOfState(state, rules, present) {
  const { line = "", at = 0 } = /** @type {{line?: string, at?: number} | null} */ (state) ?? {};
  const [game] = line === "" ? [] : readReviewLink(line.slice("#review:".length)).games;
  if (!game || game.rules !== rules || at > game.turns.length) {
    return null;
  }
  const kept = new Line(rules, game.first, game.start, game.turns, at);
  if (!present.goesOnFrom(kept)) {
    return kept;
  }
  present.go(at);
  return present;
}
