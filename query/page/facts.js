// Facts about moves that can be counted: throws that hit, points to go, kinds of mistakes.
"use strict";

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
function hitsOf(rules, position) {
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
function throwsThatHit(rules, hits) {
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
 * @property {number} pips points to go after the move
 * @property {number} opponentPips
 */
/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {Play} play
 * @returns {Facts}
 */
function factsOf(rules, position, play) {
  const { dice, count } = throwsThatHit(rules, hitsOf(rules, play.next));
  return {
    wins: isFinished(play.next.other),
    hits: play.hit ? { point: play.to, men: position.other.filter((man) => man === play.to).length } : null,
    hitBy: count,
    hitByDice: dice,
    pips: pipsOfSide(play.next.other),
    opponentPips: pipsOfSide(play.next.own),
  };
}

/** @typedef {"missedHit" | "needlessHit" | "otherHit" | "sentOff" | "lateEntry" | "earlyEntry" | "exposed" | "cautious" | "order"} Mistake */
/**
 * The kind of the mistake of playing one move instead of another, which is best.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Play} played
 * @param {Play} best
 * @returns {Mistake}
 */
function mistakeOf(rules, position, played, best) {
  if (played.hit || best.hit) {
    return !played.hit ? "missedHit" : !best.hit ? "needlessHit" : "otherHit";
  }
  if (played.to === 0) {
    return "sentOff";
  }
  const [enters, bestEnters] = [played.from === 0, best.from === 0];
  if (enters !== bestEnters) {
    return enters ? "earlyEntry" : "lateEntry";
  }
  const [after, afterBest] = [played, best].map((play) => factsOf(rules, position, play).hitBy);
  return after > afterBest ? "exposed" : after < afterBest ? "cautious" : "order";
}
