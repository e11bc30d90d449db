// A game at one score of a match in which a win can count two points: best play depends on what each end is worth
// there. The values are computed here, by iteration, since a file for each score would be too large.

import type { Solution } from "../rules/solution.ts";
import { blocksByHome, WON, WON_DOUBLE } from "./ends.ts";
import { chancesOf, DICE, HOME, isFinished, playsOf, throwsOf } from "../rules/rules.ts";
import { inSlices } from "../rules/slices.ts";

/**
 * Sweeps end when no value changes by more than this. Values are then far more exact than `EQUAL`, by which they are compared.
 */
const SETTLED_MATCH = 1e-12;
/** Moves whose values differ by less than this count as equally good. */
export const EQUAL = 1e-9;
/** Entry of the table of moves for a move that does not exist. */
const NO_MOVE = -3;
/** Maximum number of moves with a die: one for each man. */
const MOST_MOVES = 3;

/**
 * What the ends of a game are worth to a seat: its probability of winning the match after it wins or loses one point or two.
 */
export type Payoffs = { won: number[]; lost: number[] };

const moveTables: Map<string, Promise<Int32Array>> = new Map();

/** Where each move of all positions leads, three entries for each die: the number of a position, or an end. */
function moveTable(solution: Solution): Promise<Int32Array> {
  const { name } = solution.rules;
  const table = moveTables.get(name) ?? tableOfMoves(solution);
  moveTables.set(name, table);
  return table;
}

async function tableOfMoves(solution: Solution) {
  const next = new Int32Array(6 * MOST_MOVES * solution.total).fill(NO_MOVE);
  function* work(): Generator<void, Int32Array> {
    for (const [number, position] of solution.positions().entries()) {
      for (const die of DICE) {
        for (const [at, { next: after }] of playsOf(solution.rules, position, die).entries()) {
          const end = after.own.includes(HOME) ? WON : WON_DOUBLE;
          next[(6 * number + die - 1) * MOST_MOVES + at] = isFinished(after.other) ? end : solution.numberOf(after);
        }
      }
      yield;
    }
    return next;
  }
  return await inSlices(work(), () => true) as Int32Array;
}

/**
 * Computes, for each seat on roll and all positions, that seat's probability of winning the match.
 * @param payoffs of both seats
 */
export async function valuesAtScore(solution: Solution, payoffs: Payoffs[]): Promise<Float64Array[]> {
  const next = await moveTable(solution);
  const total = throwsOf(solution.rules);
  const shares = DICE.map((die) => chancesOf(solution.rules, die) / total);
  const values = payoffs.map(({ won, lost }) => {
    // Begin with the values of a single game, from -2 to 2, which are close enough.
    return solution.values.map((value) => lost[0] + ((won[0] - lost[0]) * (value + 2)) / 4);
  });
  const valueOf = (seat: number, number: number) => {
    const { won } = payoffs[seat];
    const others = values[1 - seat];
    let value = 0;
    for (let die = 0; die < 6; die++) {
      let best = -1;
      const from = (6 * number + die) * MOST_MOVES;
      for (let at = from; at < from + MOST_MOVES && next[at] !== NO_MOVE; at++) {
        const to = next[at];
        best = Math.max(best, to >= 0 ? 1 - others[to] : won[to === WON ? 0 : 1]);
      }
      value += shares[die] * best;
    }
    return value;
  };
  function* work(): Generator<void, Float64Array[]> {
    // Men that are home stay there, so the values of positions with more men home are computed first.
    for (const block of blocksByHome(solution)) {
      for (let change = 1; change > SETTLED_MATCH;) {
        change = 0;
        for (const number of block) {
          for (const seat of [0, 1]) {
            const value = valueOf(seat, number);
            change = Math.max(change, Math.abs(value - values[seat][number]));
            values[seat][number] = value;
          }
          if (number % 256 === 0) {
            yield;
          }
        }
      }
    }
    return values;
  }
  return await inSlices(work(), () => true) as Float64Array[];
}
