// Why a move is worse than the best one: what can be counted on the board, and what it is worth. The sentences are those of
// the library.
"use strict";

/** Largest difference that rounding alone can cause between two values. */
const ROUNDED = 1e-12;
/** Smallest share of the loss at which a sentence says what favours the move played. */
const REST = 0.2;
/** Number of exchanges that are looked at if the next one does not tell two moves apart. */
const EXCHANGES = 2;
/** The kinds of mistakes whose reason looks at several exchanges. @type {Mistake[]} */
const LOOKS_FURTHER = ["earlyEntry", "lateEntry", "needlessHit", "order", "otherHit"];

/**
 * A move of a pair that sentences compare.
 * @typedef {object} Side2
 * @property {string} move
 * @property {Play} play
 * @property {Facts} facts
 * @property {number | null} worth the value of the move minus that of not moving; `null` if no game reaches the position without
 *   the move
 * @property {number | null} hitWorth the same for the hit alone, if it hits
 */
/**
 * The move that was played and the best move.
 * @typedef {object} Compared
 * @property {Rules} rules
 * @property {Side2} played
 * @property {Side2} best
 * @property {Parts} charges parts of the best move minus those of the move played, in the unit of values
 * @property {() => Parts} later the same over several exchanges
 * @property {number} loss
 */

/**
 * Why a move is worse than another with the same throw, in one or two sentences.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 */
function whyWorse(rules, position, played, best) {
  const solution = solutionOf(rules.name);
  const [one, other] = [played, best].map((it) => sideOfPair(solution, position, it));
  const kind = mistakeOf(rules, played.play, best.play, one.facts, other.facts);
  const inUnit = (/** @type {Parts} */ parts) => partsTimes(parts, rules.doubleWin ? 1 : 1 / 2);
  /** @type {Compared} */
  const pair = {
    rules,
    played: one,
    best: other,
    charges: inUnit(partsLess(other.facts.parts, one.facts.parts)),
    later: () => {
      const [after, bestAfter] = [played, best].map((it) => partsOver(solution, it.play.next, EXCHANGES));
      return inUnit(partsLess(bestAfter, after));
    },
    loss: played.loss,
  };
  const also = alsoInWords(kind, pair);
  return `${capital(differenceInWords(kind, pair))}.${also === "" ? "" : ` ${also}.`}`;
}

/**
 * @param {Solution} solution
 * @param {Position} position
 * @param {Ranked} ranked
 * @returns {Side2}
 */
function sideOfPair(solution, position, { move, play, value }) {
  const still = valueOfMover(solution, turned(position));
  const hit = play.hit ? valueOfMover(solution, { own: play.next.own, other: position.own }) : null;
  return {
    move,
    play,
    facts: factsOf(solution.rules, position, play),
    worth: still === null ? null : value - still,
    hitWorth: still === null || hit === null ? null : hit - still,
  };
}

/**
 * The value of a position with the opponent on roll, to the player who moves; `null` if the solution does not hold it.
 * @param {Solution} solution
 * @param {Position} position
 */
function valueOfMover(solution, position) {
  try {
    return solution.flip(solution.value(position));
  } catch (error) {
    if (error instanceof SolutionError) {
      return null;
    }
    throw error;
  }
}

/**
 * The value in points to the player on roll if only some moves are allowed with the next throws.
 * @param {Solution} solution
 * @param {Position} position
 * @param {boolean} isOwn whether the player who made the move is on roll
 * @param {number} throws
 * @param {(isOwn: boolean, play: Play) => boolean} allows
 * @returns {number}
 */
function restricted(solution, position, isOwn, throws, allows) {
  if (throws === 0 || isFinished(position.other)) {
    return pointsOf(solution, position);
  }
  const values = DICE.map((die) => {
    const allowed = playsOf(solution.rules, position, die).filter((play) => play.man < 0 || allows(isOwn, play));
    const nexts = allowed.map((play) => play.next);
    const next = nexts.reduce(
      (best, it) => (solution.value(it) < solution.value(best) ? it : best),
      nexts[0] ?? turned(position),
    );
    return restricted(solution, next, !isOwn, throws - 1, allows);
  });
  return meanForOther(solution.rules, values);
}

/**
 * The parts of a move over several exchanges, in points: as `partsOf`, which looks at one, but moves are forbidden in each.
 * @param {Solution} solution
 * @param {Position} next
 * @param {number} exchanges
 * @returns {Parts}
 */
function partsOver(solution, next, exchanges) {
  const value = (/** @type {(isOwn: boolean, play: Play) => boolean} */ allows) =>
    restricted(solution, next, false, 2 * exchanges, allows);
  const unhit = value((isOwn, play) => isOwn || !play.hit);
  const quiet = value((_, play) => !play.hit);
  const idle = value((isOwn, play) => !play.hit && !(isOwn && play.to === HOME));
  return { itself: -idle, home: idle - quiet, aim: quiet - unhit, exposure: pointsOf(solution, next) - unhit };
}

/**
 * What the best move does better. The kind of mistake decides what is said.
 * @param {Mistake} kind
 * @param {Compared} pair
 * @returns {string}
 */
function differenceInWords(kind, pair) {
  const { rules, played, best, charges, loss } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const amount = (/** @type {number} */ it) => amountInWords(rules, it);
  const orNothing = (/** @type {number} */ points) => positiveInWords(rules, rules.doubleWin ? points : points / 2) || T.nothing;
  const although = althoughInWords(pair);
  switch (kind) {
    case "missedHit":
      return although + hitInWords(rules, best);
    case "missedHome":
      return missedHomeInWords(pair);
    case "missedAim":
      return although + (isNotable(bestFacts.aim, facts.aim)
        ? T.why.gain(aimsInWords(pair), amountAndRest(pair, charges.aim))
        : T.why.aimWorth(best.move, orNothing(bestFacts.parts.aim), played.move, orNothing(facts.parts.aim)));
    case "fewerHome":
      return although + (facts.homeBy < bestFacts.homeBy
        ? T.why.gain(waysHomeInWords(pair), amountAndRest(pair, charges.home))
        : T.why.homeWorth(best.move, orNothing(bestFacts.parts.home), played.move, orNothing(facts.parts.home)));
    case "exposed": {
      const cost = amountAndRest(pair, -charges.exposure);
      if (isNotable(facts.hitBy, bestFacts.hitBy)) {
        return although + T.why.risk(diceInWords(pair), cost);
      }
      if (isNotable(facts.hitPips, bestFacts.hitPips)) {
        const [one, other] = [facts, bestFacts].map((it) => repliesInWords(rules, it));
        return although + T.why.risk(T.why.replies(played.move, one, best.move, other), cost);
      }
      const [worth, bestWorth] = [facts, bestFacts].map((it) => orNothing(it.parts.exposure));
      return although + T.why.exposure(worth, played.move, T.throwsCounted(facts.hitBy, throwsOf(rules)), bestWorth, best.move, bestFacts.hitBy);
    }
    case "cautious":
      return T.why.cautious(
        played.move,
        T.throwsCounted(facts.hitBy, throwsOf(rules)),
        bestFacts.hitBy,
        best.move,
        amount(charges.exposure),
        amount(loss + charges.exposure),
      );
    case "needlessHit":
      return T.but(T.why.does(played.move, T.hitsMen(menHit(facts)), positiveInWords(rules, played.hitWorth))) + furtherInWords(pair);
    case "otherHit":
      if (best.hitWorth !== null && played.hitWorth !== null && best.hitWorth > played.hitWorth && played.hitWorth > ROUNDED) {
        const hit = T.why.does(played.move, T.hitsMen(menHit(facts)), amount(played.hitWorth));
        return T.why.and(hitInWords(rules, best), hit);
      }
      return T.but(T.why.bothHit) + furtherInWords(pair);
    case "sentOff": {
      const { from } = played.play;
      const cost = positiveInWords(rules, played.worth === null ? null : -played.worth);
      const bestOff = best.play.man >= 0 && best.play.to === 0 ? best.play.from : null;
      return T.why.sentOff(played.move, from, cost, best.move, bestOff);
    }
    case "earlyEntry":
      return T.why.tooEarly(played.move) + furtherInWords(pair);
    case "lateEntry":
      return T.why.inTime(best.move) + furtherInWords(pair);
    case "order":
      return furtherInWords(pair);
  }
}

/** @param {Facts} facts */
function menHit({ hits }) {
  return hits ? T.menOn(hits.men, hits.point) : "";
}

/**
 * What the hit of a move costs the opponent.
 * @param {Rules} rules
 * @param {Side2} side
 */
function hitInWords(rules, { move, facts, hitWorth }) {
  const { hits } = facts;
  return hits ? T.why.hits(move, menHit(facts), hits.point * hits.men, positiveInWords(rules, hitWorth)) : move;
}

/** @param {Compared} pair */
function missedHomeInWords(pair) {
  const { rules, played, best } = pair;
  const worth = positiveInWords(rules, best.worth);
  if (worth === "" || played.worth === null) {
    return althoughInWords(pair) + T.why.does(best.move, T.reasons.home, "");
  }
  const home = T.why.does(best.move, T.reasons.home, worth);
  const other = positiveInWords(rules, played.worth);
  if (other === "") {
    return T.why.and(home, T.why.isWorthless(played.move));
  }
  const deed = played.facts.hits ? T.hitsMen(menHit(played.facts)) : deedInWords(played.play);
  return T.why.and(home, deed === "" ? T.why.isWorth(played.move, other) : T.why.does(played.move, deed, other));
}

/**
 * The chances to hit next turn.
 * @param {Compared} pair
 */
function aimsInWords({ played, best }) {
  const other = played.facts.aim === 0 ? T.why.none : percent(played.facts.aim, 1);
  return T.why.aims(best.move, percent(best.facts.aim, 1), other, played.move);
}

/**
 * The throws that can bring a man home next turn.
 * @param {Compared} pair
 */
function waysHomeInWords({ rules, played, best }) {
  return T.why.waysHome(best.facts.homeBy, throwsOf(rules), best.move, played.facts.homeBy, played.move);
}

/**
 * The throws that can hit next turn.
 * @param {Compared} pair
 */
function diceInWords({ rules, played, best }) {
  const [one, other] = [played, best].map(({ facts }) =>
    facts.hitBy === 0 ? T.why.withNone : T.why.withDice(facts.hitByDice, T.throwsCounted(facts.hitBy, throwsOf(rules))),
  );
  return T.why.canHit(played.move, one, best.move, other);
}

/**
 * The men that the opponent's best replies hit, with how many throws and pips; or why there are none.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function repliesInWords(rules, facts) {
  const hitting = facts.replies.filter((it) => it.play.hit);
  if (hitting.length === 0) {
    return facts.hitBy === 0 ? T.why.cannotHit : T.why.shouldNotHit(facts.hitBy, throwsOf(rules));
  }
  const points = [...new Set(hitting.map((it) => it.play.to))].sort((one, other) => one - other);
  const count = sumOf(hitting.map((it) => chancesOf(rules, it.die)));
  return T.why.menHit(points, T.throwsCounted(count, throwsOf(rules)), decimal(facts.hitPips, 1));
}

/**
 * What tells the moves apart over several exchanges.
 * @param {Compared} pair
 * @returns {string}
 */
function furtherInWords(pair) {
  const { rules, played, best, loss } = pair;
  const { home, aim, exposure } = pair.later();
  const most = Math.max(home, aim, -exposure);
  if (most < constants().named * loss) {
    return T.why.later(best.move);
  }
  const gain = amountInWords(rules, most);
  if (most === home) {
    return isNotable(best.facts.homeBy, played.facts.homeBy)
      ? T.why.gainOverTwo(waysHomeInWords(pair), gain)
      : T.why.homeLater(gain, best.move, played.move);
  }
  if (most === aim) {
    return isNotable(best.facts.aim, played.facts.aim)
      ? T.why.gainOverTwo(aimsInWords(pair), gain)
      : T.why.aimLater(gain, best.move, played.move);
  }
  return isNotable(played.facts.hitBy, best.facts.hitBy)
    ? T.why.riskOverTwo(diceInWords(pair), gain)
    : T.why.exposureLater(gain, best.move, played.move);
}

/**
 * A clause such as "0/1 hits the man on 1, but " if only the move played hits or brings a man home; else nothing.
 * @param {Compared} pair
 */
function althoughInWords({ played, best }) {
  if (played.facts.hits && !best.facts.hits) {
    return T.but(T.why.does(played.move, T.hitsMen(menHit(played.facts)), ""));
  }
  return played.play.to === HOME && best.play.to !== HOME ? T.but(T.why.does(played.move, T.reasons.home, "")) : "";
}

/**
 * A sentence about another large part of the loss, or about an advantage of the move played; else nothing.
 * @param {Mistake} kind
 * @param {Compared} pair
 * @returns {string}
 */
function alsoInWords(kind, { rules, played, best, charges, loss }) {
  const [facts, bestFacts] = [played.facts, best.facts];
  const isOfNextTurn = ["fewerHome", "missedAim", "exposed"].includes(kind);
  if (isOfNextTurn && bestFacts.hits && !facts.hits) {
    return T.why.alsoHits(best.move, menHit(bestFacts));
  }
  if (isOfNextTurn && best.play.to === HOME && played.play.to !== HOME) {
    return T.why.alsoHome(best.move);
  }
  const isNamed = (/** @type {number} */ charge) => charge >= constants().named * loss;
  const isSaid = LOOKS_FURTHER.includes(kind) && kind !== "otherHit";
  if (kind !== "exposed" && !isSaid && isNamed(-charges.exposure) && isNotable(facts.hitBy, bestFacts.hitBy)) {
    return T.why.moreExposed(played.move, T.throwsCounted(facts.hitBy, throwsOf(rules)), best.move, bestFacts.hitBy);
  }
  if (kind !== "missedAim" && !isSaid && isNamed(charges.aim) && isNotable(bestFacts.aim, facts.aim)) {
    return T.why.betterAim(best.move, percent(bestFacts.aim, 1), percent(facts.aim, 1));
  }
  return kind !== "cautious" && isNamed(charges.exposure) && isNotable(bestFacts.hitBy, facts.hitBy)
    ? T.why.lessExposed(played.move, facts.hitBy, throwsOf(rules), bestFacts.hitBy, best.move)
    : "";
}

/**
 * Whether a count is larger than another by more than a fifth. Only such a difference is named as a reason.
 * @param {number} larger
 * @param {number} smaller
 */
function isNotable(larger, smaller) {
  return larger > 1.2 * smaller;
}

/**
 * The deed of a move that enters a man, brings one home or sends it off, or passes; else nothing.
 * @param {Play} play
 */
function deedInWords(play) {
  return play.man < 0
    ? T.reasons.pass
    : play.to === 0
      ? T.reasons.sendsOff
      : play.from === 0
        ? T.reasons.enters
        : play.to === HOME
          ? T.reasons.home
          : "";
}

/**
 * An amount of value with two digits that count, or with one decimal of a percent.
 * @param {Rules} rules
 * @param {number} amount
 */
function amountInWords(rules, amount) {
  const [scale, least, unit] = rules.doubleWin ? [1, 2, ` ${T.points}`] : [100, 1, " %"];
  let decimals = least;
  let digits = scale * amount * 10 ** least;
  while (Math.abs(digits) < 10 && decimals < 12) {
    digits *= 10;
    decimals += 1;
  }
  return decimal(scale * amount, decimals) + unit;
}

/**
 * A charge, and how much everything else favours the move played, if that is a fifth of the loss or more.
 * @param {Compared} pair
 * @param {number} charge
 */
function amountAndRest({ rules, played, loss }, charge) {
  const rest = charge - loss;
  const amount = amountInWords(rules, charge);
  return rest < REST * loss ? amount : T.why.rest(amount, played.move, amountInWords(rules, rest));
}

/**
 * An amount of value; nothing if it is unknown or not positive.
 * @param {Rules} rules
 * @param {number | null} amount
 */
function positiveInWords(rules, amount) {
  return amount !== null && amount > ROUNDED ? amountInWords(rules, amount) : "";
}
