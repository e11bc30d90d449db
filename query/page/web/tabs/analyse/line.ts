// A line of play: moves that are tried on the board of the analysis, one after the other.

import type { Turn } from "../../rules/game.ts";
import type { Play, Position, Rules } from "../../rules/rules.ts";
import { readReviewLink, writeReviewLink } from "../../records/game-link.ts";
import { boardOf, Game } from "../../rules/game.ts";
import { dieOf, writePosition } from "../../rules/notation.ts";
import { isFinished } from "../../rules/rules.ts";

/** A game as far as it was tried, and a position of it. Without turns, its start may be a set-up that breaks rules. */
export class Line {
  game: Game;
  at: number;
  dice: number[];
  /** The throw at the end of the line, while an earlier position is shown. */
  thrown: number[];

  /**
   * @param first the seat that begins
   * @param start seen by that seat
   * @param at number of turns before the position that is shown
   * @param dice thrown there; empty for all throws
   */
  constructor(
    rules: Rules,
    first: number,
    start: Position,
    turns: Turn[] = [],
    at: number = 0,
    dice: number[] = turns[at]?.dice ?? [],
  ) {
    this.game = new Game(rules, first, start);
    this.game.turns = [...turns];
    this.at = at;
    this.dice = dice;
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

  /** The turn that follows in the line. */
  get next(): Turn | undefined {
    return this.game.turns[this.at];
  }

  /** Whether the move before the position has won the game. */
  get isOver() {
    return this.at > 0 && isFinished(this.position.other);
  }

  /** Shows another position of the line, with the throw that was played there. */
  go(at: number) {
    this.thrown = this.next ? this.thrown : this.dice;
    this.at = at;
    this.dice = this.next?.dice ?? this.thrown;
  }

  /** The line after a move in the position that is shown: this one, if the move follows in it, otherwise a new one. */
  with(play: Play) {
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

  /** Whether the line begins as another one. */
  goesOnFrom({ game }: Line) {
    const { rules, first, start, turns } = this.game;
    const isSameStart = rules === game.rules && first === game.first && writePosition(start) === writePosition(game.start);
    return isSameStart && game.turns.every(({ dice, play }, at) => turns[at]?.play.move === play.move && `${turns[at].dice}` === `${dice}`);
  }

  /** The line in an entry of the browser's history. */
  get state() {
    return { line: writeReviewLink([this.game]), at: this.at };
  }
}

/** The line of an entry of the browser's history, if there is one; the present line, if that only goes on from there. */
export function lineOfState(state: unknown, rules: Rules, present: Line) {
  const { line = "", at = 0 } = (state as { line?: string; at?: number } | null) ?? {};
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
