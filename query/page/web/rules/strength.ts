// Strength of a player from choices that were made: the rating and the level, each with its confidence interval, computed as
// the library computes it from its `Evidence`.

import type { Ranked, Solution } from "./solution.ts";
import { chancesOfLevel, PERFECT, ratingOf } from "./levels.ts";

/**
 * Sums over the losses that a strength has in some choices: mean, variance, third central moment, and the natural logarithm
 * of the probability of no loss at all, with the sign changed.
 */
type Losses = [number, number, number, number];
/**
 * Losses of a player in choices, and those of each strength in the same choices: of one who always makes the worst move, of one who
 * moves at random, and of levels 1 to 10. All losses are in points. What was given up with games says nothing about the level.
 */
export type Evidence = { choices: number; lost: number; resigned: number; givenUp: number; strengths: Losses[] };
/** An estimate with its 95 % confidence interval. */
type Range = { estimate: number; low: number; high: number };
/**
 * The level lies between 0, random moves or worse, and 10; `more` is the number of further choices that tell it within two levels, 0 if
 * it is told.
 */
export type Strength = { choices: number; isPerfect: boolean; rating: Range; level: Range; more: number };

/** Half the width of a 95 % confidence interval in standard deviations. */
const DEVIATIONS = 1.96;
/** Probability that each end of an interval leaves out. */
const TAIL = 0.025;
/** Width in levels of an interval that spans two levels as often as three once its ends are rounded. */
const TOLD = 2.5;
/** Smallest and largest number of further choices that is named. */
const MORE = [10, 500];
/** The scale of levels begins with the player who always makes the worst move. */
const WORST = -1;
/** Number of strengths on this scale. */
const STRENGTHS = PERFECT - WORST + 1;

export function noEvidence(): Evidence {
  const strengths = Array.from({ length: STRENGTHS }, () => [0, 0, 0, 0] as Losses);
  return { choices: 0, lost: 0, resigned: 0, givenUp: 0, strengths };
}

/** Whether this is evidence, also if it was stored and changed by hand. */
export function isEvidence(it: any) {
  const areNumbers = (numbers: any) => Array.isArray(numbers) && numbers.every(Number.isFinite);
  const areLosses = (losses: any) => areNumbers(losses) && losses.length === 4 && losses[1] >= 0;
  const areSums = areNumbers([it?.choices, it?.lost, it?.resigned, it?.givenUp]);
  return areSums && Array.isArray(it.strengths) && it.strengths.length === STRENGTHS && it.strengths.every(areLosses);
}

/**
 * Adds a choice of moves.
 * @param moves all legal moves, best first
 */
export function addToEvidence(evidence: Evidence, solution: Solution, moves: Ranked[], played: Ranked) {
  evidence.choices += 1;
  evidence.lost += solution.inPoints(played.loss);
  const losses = moves.map((it) => solution.inPoints(it.loss));
  const [worst, ...strengths] = evidence.strengths;
  worst[0] += Math.max(...losses);
  strengths.forEach((sums, level) => {
    const chances = chancesOfLevel(solution, moves, level);
    const mean = losses.reduce((sum, loss, at) => sum + chances[at] * loss, 0);
    const moment = (power: number) => losses.reduce((sum, loss, at) => sum + chances[at] * (loss - mean) ** power, 0);
    const best = chances.reduce((sum, chance, at) => sum + (losses[at] === 0 ? chance : 0), 0);
    addLosses(sums, [mean, moment(2), moment(3), -Math.log(best)]);
  });
}

/**
 * Adds a game that the player gave up.
 * @param loss in points
 */
export function addGivenUp(evidence: Evidence, loss: number) {
  evidence.resigned += 1;
  evidence.givenUp += loss;
}

/** Adds what is known of the same player from other choices. */
export function addEvidence(evidence: Evidence, other: Evidence) {
  for (const key of ["choices", "lost", "resigned", "givenUp"] as const) {
    evidence[key] += other[key];
  }
  evidence.strengths.forEach((sums, at) => addLosses(sums, other.strengths[at]));
}

function addLosses(sums: Losses, losses: Losses) {
  losses.forEach((number, at) => (sums[at] += number));
}

/** The rating and the level; null without a choice of moves. */
export function strengthFrom({ choices, lost, resigned, givenUp, strengths }: Evidence): Strength | null {
  if (choices === 0) {
    return null;
  }
  const means = strengths.map(([mean]) => mean);
  const low =
    lost === 0
      ? weakestWith(strengths.slice(1).map(([, , , rarity]) => rarity), -Math.log(TAIL))
      : weakestWith(strengths.map((losses) => percentileOf(losses, -DEVIATIONS)), lost);
  const high = strongestWith(strengths.map((losses) => percentileOf(losses, DEVIATIONS)), lost);
  const level = { estimate: weakestWith(means, lost), low, high };
  const rated = (loss: number) => ratingOf(loss + givenUp, choices + resigned);
  const rating = {
    estimate: rated(lost),
    // Where large losses are rare, the mean lies above a percentile of 97.5 %.
    low: rated(Math.min(onCurve(means, high), lost)),
    high: rated(Math.max(onCurve(means, low), lost)),
  };
  const more = moreChoices(choices, strengths, level);
  const [estimate, least, most] = [level.estimate, low, high].map((it) => Math.max(it, 0));
  return {
    choices,
    isPerfect: lost === 0 && givenUp === 0,
    rating,
    level: { estimate, low: least, high: most },
    more: Math.round(most) - Math.round(least) <= 2 ? 0 : more,
  };
}

/**
 * About how many further choices tell the level within two levels: the width of an interval falls with the square root of their
 * number.
 */
function moreChoices(choices: number, strengths: Losses[], { estimate, low, high }: Range) {
  const place = (estimate + (low + high) / 2) / 2;
  const means = strengths.map(([mean]) => mean);
  const [below, above] = [Math.max(place - 1, WORST), Math.min(place + 1, PERFECT)];
  const slope = (onCurve(means, below) - onCurve(means, above)) / (above - below);
  const [least, most] = MORE;
  const deviation = onCurve(strengths.map(([, variance]) => Math.sqrt(variance)), place);
  const width = slope > 0 ? (2 * DEVIATIONS * deviation) / slope : Infinity;
  const more = Math.min(Math.max(choices * (width / TOLD) ** 2 - choices, least), most);
  const step = more < 100 ? 10 : 50;
  return Math.round(more / step) * step;
}

/**
 * A percentile of a sum of losses, `width` standard deviations above the mean if the sum were normal: that of a shifted gamma
 * distribution with the same three moments, by the formula of Wilson and Hilferty (1931).
 */
function percentileOf([mean, variance, third]: Losses, width: number) {
  const deviation = Math.sqrt(variance);
  const skewness = third / deviation ** 3;
  if (deviation === 0 || Math.abs(skewness) < 1e-6) {
    return mean + width * deviation;
  }
  const root = 1 + (skewness * width) / 6 - (skewness * skewness) / 36;
  return mean + ((2 * deviation) / skewness) * (Math.max(root, 0) ** 3 - 1);
}

/** The value of a curve over levels between two of its points. */
function onCurve(curve: number[], level: number) {
  const place = level - WORST;
  const below = Math.min(Math.floor(place), STRENGTHS - 2);
  return curve[below] + (curve[below + 1] - curve[below]) * (place - below);
}

/** The lowest level at which a falling curve is at most `value`; its last point is that of perfect play. */
function weakestWith(curve: number[], value: number) {
  const first = PERFECT - curve.length + 1;
  const place = curve.findIndex((here) => here <= value);
  if (place <= 0) {
    return place === 0 ? first : PERFECT;
  }
  return first + place - (value - curve[place]) / (curve[place - 1] - curve[place]);
}

/** The highest level at which a falling curve is at least `value`. */
function strongestWith(curve: number[], value: number) {
  return WORST + PERFECT - weakestWith(curve.map((here) => -here).reverse(), -value);
}
