// Facts about moves that can be counted: throws that hit, points to go, kinds of mistakes.

import type { Play, Position, Rules, Side } from "../rules/rules.ts";
import type { Solution } from "../rules/solution.ts";
import { constants } from "../rules/constants.ts";
import { solutionOf } from "../rules/library.ts";
import { chancesOf, DICE, HOME, isFinished, pipsOfSide, playsOf, throwsOf } from "../rules/rules.ts";

/** The hits of one die: which man hits on which point. */
type Hit = { die: number; from: number; point: number };
/** All hits that the player on roll has, die by die. */
export function hitsOf(rules: Rules, position: Position): Hit[] {
  return DICE.flatMap((die) =>
    playsOf(rules, position, die)
      .filter((play) => play.hit)
      .map((play) => ({ die, from: play.from, point: play.to })),
  );
}

/** Number of throws that can hit at least one man, and the dice with which they do. */
export function throwsThatHit(rules: Rules, hits: Hit[]) {
  const dice = DICE.filter((die) => hits.some((hit) => hit.die === die));
  return { dice, count: dice.reduce((sum, die) => sum + chancesOf(rules, die), 0) };
}

/** What can be counted about a move, seen by the player who makes it. */
export interface Facts {
  wins: boolean;
  hits: { point: number; men: number } | null;
  /** Number of throws with which the opponent can hit next turn. */
  hitBy: number;
  hitByDice: number[];
  /** Mean number of pips that the best replies send back. */
  hitPips: number;
  /** Probability that the next throw can hit, if the opponent does not. */
  aim: number;
  /** Number of throws with which a man can come home next turn. */
  homeBy: number;
  /** Points to go after the move. */
  pips: number;
  opponentPips: number;
  parts: Parts;
  /** Best reply with each die; empty if the move wins. */
  replies: Reply[];
}
/** With the value to the player who made the move. */
type Reply = { die: number; play: Play; value: number };
export function factsOf(rules: Rules, position: Position, play: Play): Facts {
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

/** The same position with the other player on roll. */
export function turned({ own, other }: Position): Position {
  return { own: other, other: own };
}

export function sumOf(numbers: number[]) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

export function menOn(side: Side, point: number) {
  return side.filter((man) => man === point).length;
}

/** The best reply in a position with a die. */
function replyTo(solution: Solution, position: Position, die: number): Reply {
  const { play, value } = solution.ranked(position, die)[0];
  return { die, play, value: solution.flip(value) };
}

/** The parts of the value of a move, in points: `itself + home + aim - exposure` is the value. */
export type Parts = { itself: number; home: number; aim: number; exposure: number };

/**
 * The positions after the best move that does not hit, and after the best move that neither hits nor brings a man home. Of
 * several such moves with equal values, that of the rearmost man is taken. If there is no such move, the player passes.
 */
function calmest(solution: Solution, position: Position, die: number): Position[] {
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
 * @param values one for each die, seen by the opponent
 */
export function meanForOther(rules: Rules, values: number[]) {
  return values.reduce((mean, value, at) => mean - (chancesOf(rules, DICE[at]) / throwsOf(rules)) * value, 0);
}

/** The value in points to the player on roll. */
export function pointsOf(solution: Solution, position: Position) {
  const value = solution.value(position);
  return solution.rules.doubleWin ? value : 2 * value - 1;
}

/**
 * The parts of the value of a move that leads to `next`. `calm` are the positions after the opponent's best reply without a
 * hit, one for each die.
 */
function partsOf(solution: Solution, next: Position, calm: Position[]): Parts {
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

/** The parts of one move minus those of another. */
export function partsLess(parts: Parts, other: Parts): Parts {
  return {
    itself: parts.itself - other.itself,
    home: parts.home - other.home,
    aim: parts.aim - other.aim,
    exposure: parts.exposure - other.exposure,
  };
}

export function partsTimes(parts: Parts, factor: number): Parts {
  const { itself, home, aim, exposure } = parts;
  return { itself: factor * itself, home: factor * home, aim: factor * aim, exposure: factor * exposure };
}

export type Mistake =
  | "missedHit" | "missedHome" | "missedAim" | "fewerHome" | "exposed" | "cautious" | "needlessHit" | "otherHit" | "sentOff"
  | "lateEntry" | "earlyEntry" | "order";
/**
 * The kind of the mistake of playing `played` instead of `best`: the difference that explains most of the loss.
 * @param facts of the move played
 */
export function mistakeOf(rules: Rules, played: Play, best: Play, facts: Facts, bestFacts: Facts): Mistake {
  const charges = partsLess(bestFacts.parts, facts.parts);
  const { aim, exposure } = charges;
  let { itself, home } = charges;
  const least = constants().named * (itself + home + aim - exposure);
  if (played.to === HOME || best.to === HOME) {
    // A man brought home by this move cannot come home next turn as well, so both are counted together.
    itself += home;
    home = 0;
  }
  const nextTurn: [number, Mistake][] = [
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
  const isCountable = ([, kind]: [number, Mistake]) => kind !== "fewerHome" || bestFacts.homeBy > facts.homeBy;
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
 */
function deedOf(played: Play, best: Play): Mistake | null {
  if (best.hit) {
    return played.hit ? "otherHit" : "missedHit";
  }
  if (best.to === HOME && played.to !== HOME) {
    return "missedHome";
  }
  return played.hit ? "needlessHit" : played.man >= 0 && played.to === 0 ? "sentOff" : null;
}
