// Facts about moves that can be counted: throws that hit, points to go, kinds of mistakes.

/** @import { Play, Position, Rules, Side } from "../rules/rules.js" */
/** @import { Solution } from "../rules/solution.js" */
import { constants } from "../rules/constants.js";
import { solutionOf } from "../rules/library.js";
import { chancesOf, DICE, HOME, isFinished, pipsOfSide, playsOf, throwsOf } from "../rules/rules.js";

/**
 * The hits of one die: which man hits on which point.
 * @typedef {{die: number, from: number, point: number}} Hit
 */
/**
 * All hits that the player on roll has, die by die.
 * @param {Rules} rules
 * @param {Position} position
 * @returns {Hit[]}
 */
export function hitsOf(rules, position) {
  return DICE.flatMap((die) =>
    playsOf(rules, position, die)
      .filter((play) => play.hit)
      .map((play) => ({ die, from: play.from, point: play.to })),
  );
}

/**
 * Number of throws that can hit at least one man, and the dice with which they do.
 * @param {Rules} rules
 * @param {Hit[]} hits
 */
export function throwsThatHit(rules, hits) {
  const dice = DICE.filter((die) => hits.some((hit) => hit.die === die));
  return { dice, count: dice.reduce((sum, die) => sum + chancesOf(rules, die), 0) };
}

/**
 * What can be counted about a move, seen by the player who makes it.
 * @typedef {object} Facts
 * @property {boolean} wins
 * @property {{point: number, men: number} | null} hits
 * @property {number} hitBy number of throws with which the opponent can hit next turn
 * @property {number[]} hitByDice
 * @property {number} hitPips mean number of pips that the best replies send back
 * @property {number} aim probability that the next throw can hit, if the opponent does not
 * @property {number} homeBy number of throws with which a man can come home next turn
 * @property {number} pips points to go after the move
 * @property {number} opponentPips
 * @property {Parts} parts
 * @property {Reply[]} replies best reply with each die; empty if the move wins
 */
/** @typedef {{die: number, play: Play, value: number}} Reply with the value to the player who made the move */
/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {Play} play
 * @returns {Facts}
 */
export function factsOf(rules, position, play) {
  const solution = solutionOf(rules.name);
  const { next } = play;
  const { dice, count } = throwsThatHit(rules, hitsOf(rules, next));
  const wins = isFinished(next.other);
  const throws = throwsOf(rules);
  const calm = wins ? [] : DICE.map((die) => calmest(solution, next, die)[0]);
  const pairs = calm.map((then, at) => chancesOf(rules, DICE[at]) * throwsThatHit(rules, hitsOf(rules, then)).count);
  const replies = wins ? [] : DICE.map((die) => replyTo(solution, next, die));
  const pips = replies.map((reply) =>
    reply.play.hit ? chancesOf(rules, reply.die) * reply.play.to * menOn(next.other, reply.play.to) : 0,
  );
  const homeDice = DICE.filter((die) => playsOf(rules, turned(next), die).some((it) => it.to === HOME));
  return {
    wins,
    hits: play.hit ? { point: play.to, men: menOn(position.other, play.to) } : null,
    hitBy: count,
    hitByDice: dice,
    hitPips: sumOf(pips) / throws,
    aim: sumOf(pairs) / throws ** 2,
    homeBy: sumOf(homeDice.map((die) => chancesOf(rules, die))),
    pips: pipsOfSide(next.other),
    opponentPips: pipsOfSide(next.own),
    parts: partsOf(solution, next, calm),
    replies,
  };
}

/**
 * The same position with the other player on roll.
 * @param {Position} position
 * @returns {Position}
 */
export function turned({ own, other }) {
  return { own: other, other: own };
}

/** @param {number[]} numbers */
export function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * @param {Side} side
 * @param {number} point
 */
export function menOn(side, point) {
  return side.filter((man) => man === point).length;
}

/**
 * The best reply in a position with a die.
 * @param {Solution} solution
 * @param {Position} position
 * @param {number} die
 * @returns {Reply}
 */
function replyTo(solution, position, die) {
  const { play, value } = solution.ranked(position, die)[0];
  return { die, play, value: solution.flip(value) };
}

/**
 * The parts of the value of a move, in points: `itself + home + aim - exposure` is the value.
 * @typedef {{itself: number, home: number, aim: number, exposure: number}} Parts
 */

/**
 * The positions after the best move that does not hit, and after the best move that neither hits nor brings a man home. Of
 * several such moves with equal values, that of the rearmost man is taken. If there is no such move, the player passes.
 * @param {Solution} solution
 * @param {Position} position
 * @param {number} die
 * @returns {Position[]}
 */
function calmest(solution, position, die) {
  const calm = playsOf(solution.rules, position, die).filter((play) => !play.hit);
  const staying = calm.filter((play) => play.to !== HOME);
  return [calm, staying].map((plays) => {
    const [first, ...others] = plays.map((play) => play.next);
    return first
      ? others.reduce((best, next) => (solution.value(next) < solution.value(best) ? next : best), first)
      : turned(position);
  });
}

/**
 * The mean value over all throws, given the opponent's value for each die. Its sign is changed, so it is the player's value.
 * @param {Rules} rules
 * @param {number[]} values one for each die, seen by the opponent
 */
export function meanForOther(rules, values) {
  return values.reduce((mean, value, at) => mean - (chancesOf(rules, DICE[at]) / throwsOf(rules)) * value, 0);
}

/**
 * The value in points to the player on roll.
 * @param {Solution} solution
 * @param {Position} position
 */
export function pointsOf(solution, position) {
  const value = solution.value(position);
  return solution.rules.doubleWin ? value : 2 * value - 1;
}

/**
 * The parts of the value of a move that leads to `next`. `calm` are the positions after the opponent's best reply without a
 * hit, one for each die.
 * @param {Solution} solution
 * @param {Position} next
 * @param {Position[]} calm
 * @returns {Parts}
 */
function partsOf(solution, next, calm) {
  const { rules } = solution;
  const value = pointsOf(solution, next);
  if (isFinished(next.other)) {
    return { itself: -value, home: 0, aim: 0, exposure: 0 };
  }
  const then = calm.map((position) => {
    if (isFinished(position.other)) {
      const over = pointsOf(solution, position);
      return [over, over];
    }
    const values = DICE.map((die) => calmest(solution, position, die).map((it) => pointsOf(solution, it)));
    return [0, 1].map((which) => meanForOther(rules, values.map((it) => it[which])));
  });
  const unhit = meanForOther(rules, calm.map((position) => pointsOf(solution, position)));
  const [quiet, idle] = [0, 1].map((which) => meanForOther(rules, then.map((it) => it[which])));
  return { itself: -idle, home: idle - quiet, aim: quiet - unhit, exposure: value - unhit };
}

/**
 * The parts of one move minus those of another.
 * @param {Parts} parts
 * @param {Parts} other
 * @returns {Parts}
 */
export function partsLess(parts, other) {
  return {
    itself: parts.itself - other.itself,
    home: parts.home - other.home,
    aim: parts.aim - other.aim,
    exposure: parts.exposure - other.exposure,
  };
}

/**
 * @param {Parts} parts
 * @param {number} factor
 * @returns {Parts}
 */
export function partsTimes(parts, factor) {
  const { itself, home, aim, exposure } = parts;
  return { itself: factor * itself, home: factor * home, aim: factor * aim, exposure: factor * exposure };
}

/** @typedef {"missedHit" | "missedHome" | "missedAim" | "fewerHome" | "exposed" | "cautious" | "needlessHit" | "otherHit" | "sentOff" | "lateEntry" | "earlyEntry" | "order"} Mistake */
/**
 * The kind of the mistake of playing `played` instead of `best`: the difference that explains most of the loss.
 * @param {Rules} rules
 * @param {Play} played
 * @param {Play} best
 * @param {Facts} facts of the move played
 * @param {Facts} bestFacts
 * @returns {Mistake}
 */
export function mistakeOf(rules, played, best, facts, bestFacts) {
  const charges = partsLess(bestFacts.parts, facts.parts);
  const { aim, exposure } = charges;
  let { itself, home } = charges;
  const least = constants().named * (itself + home + aim - exposure);
  if (played.to === HOME || best.to === HOME) {
    // A man brought home by this move cannot come home next turn as well, so both are counted together.
    itself += home;
    home = 0;
  }
  /** @type {[number, Mistake][]} */
  const nextTurn = [
    [home, "fewerHome"],
    [aim, "missedAim"],
    [-exposure, "exposed"],
  ];
  nextTurn.sort(([one], [other]) => other - one);
  const deed = deedOf(played, best);
  if (deed && itself >= nextTurn[0][0]) {
    return deed;
  }
  // Nobody counts on coming home if fewer than one throw in eight allows it.
  const canComeHome = 8 * bestFacts.homeBy >= throwsOf(rules);
  const named = nextTurn.filter(([charge, kind]) => charge >= least && (kind !== "fewerHome" || canComeHome));
  // Ways home that are worth more, but no more of them, cannot be counted on the board: name another charge near it.
  const isCountable = (/** @type {[number, Mistake]} */ [, kind]) => kind !== "fewerHome" || bestFacts.homeBy > facts.homeBy;
  const rivals = named.filter(([charge]) => charge >= constants().rival * named[0][0]);
  if (named.length > 0) {
    return (rivals.find(isCountable) ?? named[0])[1];
  }
  if (exposure >= least && facts.hitBy < bestFacts.hitBy) {
    return "cautious";
  }
  const [enters, bestEnters] = [played, best].map((play) => play.man >= 0 && play.from === 0);
  return enters === bestEnters ? "order" : enters ? "earlyEntry" : "lateEntry";
}

/**
 * The kind of mistake that follows from the two moves alone, because only one of them hits, brings a man home or sends one off,
 * or because they hit different men; `null` for other mistakes.
 * @param {Play} played
 * @param {Play} best
 * @returns {Mistake | null}
 */
function deedOf(played, best) {
  if (best.hit) {
    return played.hit ? "otherHit" : "missedHit";
  }
  if (best.to === HOME && played.to !== HOME) {
    return "missedHome";
  }
  return played.hit ? "needlessHit" : played.man >= 0 && played.to === 0 ? "sentOff" : null;
}
