// Why a move is worse than the best one: what can be counted on the board, and what it is worth. The sentences are those of
// the library.

/** @import { Facts, Mistake, Parts } from "../facts/facts.js" */
/** @import { Play, Position, Rules } from "../rules/rules.js" */
/** @import { Ranked, Solution } from "../rules/solution.js" */
import { factsOf, meanForOther, mistakeOf, partsLess, partsTimes, pointsOf, sumOf, turned } from "../facts/facts.js";
import { constants } from "../rules/constants.js";
import { solutionOf } from "../rules/library.js";
import { chancesOf, DICE, hasEntryDuty, HOME, isFinished, OWING, playsOf, sorted, throwsOf } from "../rules/rules.js";
import { SolutionError } from "../rules/solution.js";
import { capital } from "../rules/writing.js";
import { T } from "./language.js";
import { decimal, percent } from "./numbers.js";

/** Largest difference that rounding alone can cause between two values. */
const ROUNDED = 1e-12;
/** Smallest share of the loss at which a sentence says what favours the move played. */
const REST = 0.2;
/** Smallest ratio of the pips that a hit costs at which pips are told instead of dice. */
const DEEPER = 1.3;
/** Smallest difference of two chances that is told although its part of the loss is small. */
const MANY = 0.2;
/** Number of exchanges that are looked at if the next one does not tell two moves apart. */
const EXCHANGES = 2;

/**
 * A move of a pair that sentences compare.
 * @typedef {object} MoveOfPair
 * @property {string} move
 * @property {Play} play
 * @property {Facts} facts
 * @property {number | null} worth the value of the move minus that of not moving; `null` if the rules do not allow the
 *   position without the move
 * @property {number | null} hitWorth the same for the hit alone, if it hits
 */
/**
 * The move that was played and the best move.
 * @typedef {object} Compared
 * @property {Rules} rules
 * @property {MoveOfPair} played
 * @property {MoveOfPair} best
 * @property {Parts} charges parts of the best move minus those of the move played, in the unit of values
 * @property {() => Parts} later the same over several exchanges
 * @property {number} loss
 * @property {[number, number] | null} entries numbers of throws with which the foremost man could enter if it were hit, after the
 *   move played and after the best move; `null` if a hit man need not enter
 */
/** What the first sentence speaks of, so that the second does not. @typedef {"risk" | "aim" | ""} Topic */

/**
 * Why a move is worse than another with the same throw, in one or two sentences.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 */
export function whyWorse(rules, position, played, best) {
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
    entries: hasEntryDuty(rules) ? [entriesIfHit(rules, played.play.next), entriesIfHit(rules, best.play.next)] : null,
  };
  const [topic, difference] = differenceInWords(kind, pair);
  const also = alsoInWords(kind, topic, pair);
  return `${capital(difference)}.${also === "" ? "" : ` ${also}.`}`;
}

/**
 * @param {Solution} solution
 * @param {Position} position
 * @param {Ranked} ranked
 * @returns {MoveOfPair}
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
 * The number of throws with which the player's foremost man on the board could enter if it were hit; 0 if none is on the board.
 * @param {Rules} rules
 * @param {Position} next the position after a move
 */
function entriesIfHit(rules, next) {
  const exposed = next.other.filter((man) => man > 0 && man < HOME);
  if (exposed.length === 0) {
    return 0;
  }
  const men = [...next.other];
  men[men.indexOf(Math.max(...exposed))] = OWING;
  const hit = { own: sorted(men), other: next.own };
  const dice = DICE.filter((die) => playsOf(rules, hit, die).some((play) => play.man >= 0 && play.from === 0));
  return sumOf(dice.map((die) => chancesOf(rules, die)));
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
 * What the best move does better, and what that speaks of. The kind of mistake decides what is said.
 * @param {Mistake} kind
 * @param {Compared} pair
 * @returns {[Topic, string]}
 */
function differenceInWords(kind, pair) {
  const { rules, played, best, charges } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const amount = (/** @type {number} */ it) => amountInWords(rules, it);
  const although = althoughInWords(pair);
  /** @type {(start: string) => [Topic, string]} */
  const further = (start) => {
    const [topic, text] = furtherInWords(pair);
    return [topic, start + text];
  };
  switch (kind) {
    case "missedHit":
      return ["", although + hitInWords(rules, best)];
    case "missedHome":
      return ["", missedHomeInWords(pair)];
    case "missedAim":
      return [
        "aim",
        although +
          (isNotable(bestFacts.aim, facts.aim)
            ? T.why.gain(aimsInWords(pair), amountAndRest(pair, charges.aim))
            : T.why.aimWorth(amount(charges.aim), best.move, played.move)),
      ];
    case "fewerHome":
      return [
        "",
        although +
          (facts.homeBy < bestFacts.homeBy
            ? T.why.gain(waysHomeInWords(pair), amountAndRest(pair, charges.home))
            : T.why.homeWorth(amount(charges.home), best.move, played.move)),
      ];
    case "exposed":
      return ["risk", although + exposedInWords(pair)];
    case "cautious": {
      const cautious = T.why.cautious(played.move, facts.hitBy, throwsOf(rules), bestFacts.hitBy, best.move, amount(charges.exposure));
      const later = pair.later();
      const gain =
        Math.max(later.aim, later.home) > charges.exposure
          ? furtherInWords(pair, false)[1]
          : T.why.riskWins(best.move, deedInWords(best.play), amount(pair.loss + charges.exposure));
      return ["risk", T.but(cautious) + gain];
    }
    case "needlessHit":
      return further(T.but(T.why.does(played.move, T.hitsMen(menHit(facts)), positiveInWords(rules, played.hitWorth))));
    case "otherHit":
      if (best.hitWorth !== null && played.hitWorth !== null && best.hitWorth > played.hitWorth && played.hitWorth > ROUNDED) {
        const hit = T.why.does(played.move, T.hitsMen(menHit(facts)), amount(played.hitWorth));
        return ["", T.why.and(hitInWords(rules, best), hit)];
      }
      return further(T.but(T.why.bothHit));
    case "sentOff": {
      const { from } = played.play;
      const cost = positiveInWords(rules, played.worth === null ? null : -played.worth);
      const bestOff = best.play.man >= 0 && best.play.to === 0 ? best.play.from : null;
      return ["", T.why.sentOff(played.move, from, cost, best.move, bestOff)];
    }
    case "earlyEntry":
      return further(T.why.tooEarly(played.move));
    case "lateEntry":
      return further(T.why.inTime(best.move));
    case "order":
      return further("");
  }
}

/**
 * What the opponent's hits cost next turn.
 * @param {Compared} pair
 */
function exposedInWords(pair) {
  const { rules, played, best, charges } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const cost = amountAndRest(pair, -charges.exposure);
  const [hits, bestHits] = [facts, bestFacts].map((it) => hitsOfReplies(rules, it));
  // Where the hits also go deeper, pips say more than throws.
  const isDeeper = bestFacts.hitBy > 0 && facts.hitPips * bestFacts.hitBy > DEEPER * (bestFacts.hitPips * facts.hitBy);
  if (isNotable(facts.hitBy, bestFacts.hitBy) && !isDeeper && facts.hitBy === hits && bestFacts.hitBy === bestHits) {
    return T.why.risk(diceInWords(pair), cost);
  }
  if (isNotable(hits, bestHits) || isNotable(facts.hitPips, bestFacts.hitPips)) {
    const [one, other] = [facts, bestFacts].map((it) => repliesInWords(rules, it));
    return T.why.risk(T.why.replies(played.move, one, best.move, other), cost);
  }
  const throws = T.throwsCounted(facts.hitBy, throwsOf(rules));
  return T.why.exposure(amountInWords(rules, -charges.exposure), played.move, throws, best.move, bestFacts.hitBy);
}

/**
 * The number of throws with which the opponent's best replies hit.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function hitsOfReplies(rules, { replies }) {
  return sumOf(replies.filter((it) => it.play.hit).map((it) => chancesOf(rules, it.die)));
}

/** @param {Facts} facts */
function menHit({ hits }) {
  return hits ? T.menOn(hits.men, hits.point) : "";
}

/**
 * What the hit of a move costs the opponent.
 * @param {Rules} rules
 * @param {MoveOfPair} side
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
  const deed = deedInWords(played.play);
  if (played.facts.hits) {
    return T.why.and(home, T.why.hitIsWorth(played.move, menHit(played.facts), other));
  }
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
 * The points on which the opponent's best replies hit, with how many throws and pips; or why there are none.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function repliesInWords(rules, facts) {
  const count = hitsOfReplies(rules, facts);
  if (count === 0) {
    return facts.hitBy === 0 ? T.why.nowhere : T.why.shouldNotHit(facts.hitBy, throwsOf(rules));
  }
  const hitting = facts.replies.filter((it) => it.play.hit);
  const points = [...new Set(hitting.map((it) => it.play.to))].sort((one, other) => one - other);
  return T.why.pointsHit(points, T.throwsCounted(count, throwsOf(rules)), decimal(facts.hitPips, 1));
}

/**
 * What tells the moves apart over several exchanges: if possible by what can be counted now.
 * @param {Compared} pair
 * @param {boolean} isRisk whether the opponent's hits are among it
 * @returns {[Topic, string]}
 */
function furtherInWords(pair, isRisk = true) {
  const { rules, played, best, loss } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const later = pair.later();
  const isLikely = 8 * bestFacts.homeBy >= throwsOf(rules);
  /** @type {{topic: Topic, charge: number, isCounted: boolean}[]} */
  const all = [
    { topic: "risk", charge: -later.exposure, isCounted: isNotable(facts.hitBy, bestFacts.hitBy) },
    { topic: "aim", charge: later.aim, isCounted: isNotable(bestFacts.aim, facts.aim) },
    { topic: "", charge: later.home, isCounted: isLikely && isNotable(bestFacts.homeBy, facts.homeBy) },
  ];
  if (!isRisk) {
    all.shift();
  }
  all.sort((one, other) => other.charge - one.charge);
  const least = constants().named * loss;
  const found =
    all.find((it) => it.isCounted && it.charge >= least) ??
    all.find((it) => it.charge >= least) ??
    all.find((it) => it.isCounted && it.charge > ROUNDED);
  if (!found) {
    return ["", T.why.later(best.move)];
  }
  const { topic, isCounted } = found;
  const gain = amountInWords(rules, found.charge);
  if (topic === "risk") {
    return [topic, isCounted ? T.why.riskOverTwo(diceInWords(pair), gain) : T.why.exposureLater(gain, best.move, played.move)];
  }
  if (topic === "aim") {
    return [topic, isCounted ? T.why.gainOverTwo(aimsInWords(pair), gain) : T.why.aimLater(gain, best.move, played.move)];
  }
  return [topic, isCounted ? T.why.gainOverTwo(waysHomeInWords(pair), gain) : T.why.homeLater(gain, best.move, played.move)];
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
 * A sentence about another part of the loss, or about an advantage of the move played; else nothing.
 * @param {Mistake} kind
 * @param {Topic} topic of the first sentence
 * @param {Compared} pair
 * @returns {string}
 */
function alsoInWords(kind, topic, { rules, played, best, charges, loss, entries }) {
  const [facts, bestFacts] = [played.facts, best.facts];
  const all = throwsOf(rules);
  const isOfNextTurn = ["fewerHome", "missedAim", "exposed"].includes(kind);
  if (isOfNextTurn && bestFacts.hits && !facts.hits) {
    return T.why.alsoHits(best.move, menHit(bestFacts));
  }
  if (isOfNextTurn && best.play.to === HOME && played.play.to !== HOME) {
    return T.why.alsoHome(best.move);
  }
  if (entries && facts.hitBy > 0 && bestFacts.hitBy > 0 && isNotable(entries[1], entries[0])) {
    const text = T.why.entering(entries[0], played.move, entries[1], best.move, all);
    return rules.reentry === "first" ? text + T.why.first : text;
  }
  // A part is told if it is large, or if it points the same way as many throws.
  const isTold = (/** @type {number} */ charge, /** @type {number} */ many, /** @type {number} */ few) =>
    isNotable(many, few) && (charge >= constants().named * loss || (charge > ROUNDED && many - few >= MANY));
  const [risk, bestRisk] = [facts, bestFacts].map((it) => it.hitBy / all);
  const said = { fewerHome: charges.home, missedAim: charges.aim, exposed: -charges.exposure }[/** @type {string} */ (kind)] ?? loss;
  // If all else favours the move played, a part of it that does not is not named.
  const isAll = said - loss >= REST * loss;
  if (topic !== "risk" && !isAll && isTold(-charges.exposure, risk, bestRisk)) {
    return T.why.moreExposed(played.move, T.throwsCounted(facts.hitBy, all), best.move, bestFacts.hitBy);
  }
  if (topic !== "aim" && !isAll && isTold(charges.aim, bestFacts.aim, facts.aim)) {
    return T.why.betterAim(best.move, percent(bestFacts.aim, 1), facts.aim === 0 ? T.why.none : percent(facts.aim, 1));
  }
  const isSafer = topic !== "risk" && isTold(charges.exposure, bestRisk, risk);
  if (!isSafer && charges.itself >= constants().named * loss && said < loss / 2) {
    return T.why.more;
  }
  return isSafer
    ? T.why.lessExposed(played.move, facts.hitBy, all, bestFacts.hitBy, best.move)
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
