// Ten strengths of play, the same as those of `tourne play`: small mistakes are frequent, large ones rare.

import type { Ranked, Solution } from "./solution.ts";
import { constants } from "./constants.ts";

/** The level of perfect play. */
export const PERFECT = 10;
/**
 * Largest possible mean loss of a level in a choice of at most three moves, in multiples of the level's tolerance. A choice of
 * a best move and two moves that each lose √3 tolerances has it.
 */
export const MOST_MEAN_LOSS = 1 / Math.sqrt(3);

/**
 * Probabilities with which a level plays the moves; level 0 plays at random.
 * @param moves best first
 */
export function chancesOfLevel(solution: Solution, moves: Ranked[], level: number) {
  const tolerance = level === 0 ? Infinity : constants().tolerances[level - 1];
  if (tolerance === 0) {
    return moves.map((_, at) => (at === 0 ? 1 : 0));
  }
  const weights = moves.map((it) => {
    const tolerances = solution.inPoints(it.loss) / tolerance;
    return 1 / (1 + tolerances * tolerances);
  });
  const sum = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * The move that a level plays; `share` is a random number from 0 to 1.
 * @param moves best first
 */
export function moveOfLevel(solution: Solution, moves: Ranked[], level: number, share: number) {
  let rest = share;
  for (const [at, chance] of chancesOfLevel(solution, moves, level).entries()) {
    rest -= chance;
    if (rest < 0) {
      return moves[at];
    }
  }
  return moves[moves.length - 1];
}

/**
 * The mean loss of a level in a throw, in points.
 * @param moves best first
 */
export function meanLossOfLevel(solution: Solution, moves: Ranked[], level: number) {
  const chances = chancesOfLevel(solution, moves, level);
  return moves.reduce((sum, it, at) => sum + chances[at] * solution.inPoints(it.loss), 0);
}

/**
 * The rating of play: 1000 times the winning probability lost in a decision, where a point counts as half; 0 is perfect.
 * @param points that were lost
 */
export function ratingOf(points: number, decisions: number) {
  return (500 * points) / decisions;
}
