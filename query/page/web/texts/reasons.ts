// Why a move is worse than the best one: what can be counted on the board, and what it is worth. The sentences are those of
// the library.

import type { Facts, Mistake, Parts } from "../facts/facts.ts";
import type { Play, Position, Rules } from "../rules/rules.ts";
import type { Ranked, Solution } from "../rules/solution.ts";
import { factsOf, meanForOther, mistakeOf, partsLess, partsTimes, pointsOf, sumOf, turned } from "../facts/facts.ts";
import { constants } from "../rules/constants.ts";
import { solutionOf } from "../rules/library.ts";
import { chancesOf, DICE, hasEntryDuty, HOME, isFinished, OWING, playsOf, sorted, throwsOf } from "../rules/rules.ts";
import { SolutionError } from "../rules/solution.ts";
import { capital } from "../rules/writing.ts";
import { T } from "./language.ts";
import { decimal, percent } from "./numbers.ts";

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

/** A move of a pair that sentences compare. */
interface MoveOfPair {
  move: string;
  play: Play;
  facts: Facts;
  /** The value of the move minus that of not moving; `null` if the rules do not allow the position without the move. */
  worth: number | null;
  /** The same for the hit alone, if it hits. */
  hitWorth: number | null;
}
/** The move that was played and the best move. */
interface Compared {
  rules: Rules;
  played: MoveOfPair;
  best: MoveOfPair;
  /** Parts of the best move minus those of the move played, in the unit of values. */
  charges: Parts;
  /** The same over several exchanges. */
  later: () => Parts;
  loss: number;
  /**
   * Numbers of throws with which the foremost man could enter if it were hit, after the move played and after the best move;
   * `null` if a hit man need not enter.
   */
  entries: [number, number] | null;
}
/** What the first sentence speaks of, so that the second does not. */
type Topic = "risk" | "aim" | "";

/** Why a move is worse than another with the same throw, in one or two sentences. */
export function whyWorse(rules: Rules, position: Position, played: Ranked, best: Ranked) {
  const solution = solutionOf(rules.name);
  const [one, other] = [played, best].map((it) => sideOfPair(solution, position, it));
  const kind = mistakeOf(rules, played.play, best.play, one.facts, other.facts);
  const inUnit = (parts: Parts) => partsTimes(parts, rules.doubleWin ? 1 : 1 / 2);
  const pair: Compared = {
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

function sideOfPair(solution: Solution, position: Position, { move, play, value }: Ranked): MoveOfPair {
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
 * @param next the position after a move
 */
function entriesIfHit(rules: Rules, next: Position) {
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

/** The value of a position with the opponent on roll, to the player who moves; `null` if the solution does not hold it. */
function valueOfMover(solution: Solution, position: Position) {
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
 * @param isOwn whether the player who made the move is on roll
 */
function restricted(
  solution: Solution,
  position: Position,
  isOwn: boolean,
  throws: number,
  allows: (isOwn: boolean, play: Play) => boolean,
): number {
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

/** The parts of a move over several exchanges, in points: as `partsOf`, which looks at one, but moves are forbidden in each. */
function partsOver(solution: Solution, next: Position, exchanges: number): Parts {
  const value = (allows: (isOwn: boolean, play: Play) => boolean) =>
    restricted(solution, next, false, 2 * exchanges, allows);
  const unhit = value((isOwn, play) => isOwn || !play.hit);
  const quiet = value((_, play) => !play.hit);
  const idle = value((isOwn, play) => !play.hit && !(isOwn && play.to === HOME));
  return { itself: -idle, home: idle - quiet, aim: quiet - unhit, exposure: pointsOf(solution, next) - unhit };
}

/** What the best move does better, and what that speaks of. The kind of mistake decides what is said. */
function differenceInWords(kind: Mistake, pair: Compared): [Topic, string] {
  const { rules, played, best, charges } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const amount = (it: number) => amountInWords(rules, it);
  const although = althoughInWords(pair);
  const further = (start: string): [Topic, string] => {
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

/** What the opponent's hits cost next turn. */
function exposedInWords(pair: Compared) {
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

/** The number of throws with which the opponent's best replies hit. */
function hitsOfReplies(rules: Rules, { replies }: Facts) {
  return sumOf(replies.filter((it) => it.play.hit).map((it) => chancesOf(rules, it.die)));
}

function menHit({ hits }: Facts) {
  return hits ? T.menOn(hits.men, hits.point) : "";
}

/** What the hit of a move costs the opponent. */
function hitInWords(rules: Rules, { move, facts, hitWorth }: MoveOfPair) {
  const { hits } = facts;
  return hits ? T.why.hits(move, menHit(facts), hits.point * hits.men, positiveInWords(rules, hitWorth)) : move;
}

function missedHomeInWords(pair: Compared) {
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

/** The chances to hit next turn. */
function aimsInWords({ played, best }: Compared) {
  const other = played.facts.aim === 0 ? T.why.none : percent(played.facts.aim, 1);
  return T.why.aims(best.move, percent(best.facts.aim, 1), other, played.move);
}

/** The throws that can bring a man home next turn. */
function waysHomeInWords({ rules, played, best }: Compared) {
  return T.why.waysHome(best.facts.homeBy, throwsOf(rules), best.move, played.facts.homeBy, played.move);
}

/** The throws that can hit next turn. */
function diceInWords({ rules, played, best }: Compared) {
  const [one, other] = [played, best].map(({ facts }) =>
    facts.hitBy === 0 ? T.why.withNone : T.why.withDice(facts.hitByDice, T.throwsCounted(facts.hitBy, throwsOf(rules))),
  );
  return T.why.canHit(played.move, one, best.move, other);
}

/** The points on which the opponent's best replies hit, with how many throws and pips; or why there are none. */
function repliesInWords(rules: Rules, facts: Facts) {
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
 * @param isRisk whether the opponent's hits are among it
 */
function furtherInWords(pair: Compared, isRisk: boolean = true): [Topic, string] {
  const { rules, played, best, loss } = pair;
  const [facts, bestFacts] = [played.facts, best.facts];
  const later = pair.later();
  const isLikely = 8 * bestFacts.homeBy >= throwsOf(rules);
  const all: { topic: Topic; charge: number; isCounted: boolean }[] = [
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

/** A clause such as "0/1 hits the man on 1, but " if only the move played hits or brings a man home; else nothing. */
function althoughInWords({ played, best }: Compared) {
  if (played.facts.hits && !best.facts.hits) {
    return T.but(T.why.does(played.move, T.hitsMen(menHit(played.facts)), ""));
  }
  return played.play.to === HOME && best.play.to !== HOME ? T.but(T.why.does(played.move, T.reasons.home, "")) : "";
}

/**
 * A sentence about another part of the loss, or about an advantage of the move played; else nothing.
 * @param topic of the first sentence
 */
function alsoInWords(kind: Mistake, topic: Topic, { rules, played, best, charges, loss, entries }: Compared): string {
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
  const isTold = (charge: number, many: number, few: number) =>
    isNotable(many, few) && (charge >= constants().named * loss || (charge > ROUNDED && many - few >= MANY));
  const [risk, bestRisk] = [facts, bestFacts].map((it) => it.hitBy / all);
  const said = { fewerHome: charges.home, missedAim: charges.aim, exposed: -charges.exposure }[kind as string] ?? loss;
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

/** Whether a count is larger than another by more than a fifth. Only such a difference is named as a reason. */
function isNotable(larger: number, smaller: number) {
  return larger > 1.2 * smaller;
}

/** The deed of a move that enters a man, brings one home or sends it off, or passes; else nothing. */
function deedInWords(play: Play) {
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

/** An amount of value with two digits that count, or with one decimal of a percent. */
function amountInWords(rules: Rules, amount: number) {
  const [scale, least, unit] = rules.doubleWin ? [1, 2, ` ${T.points}`] : [100, 1, " %"];
  let decimals = least;
  let digits = scale * amount * 10 ** least;
  while (Math.abs(digits) < 10 && decimals < 12) {
    digits *= 10;
    decimals += 1;
  }
  return decimal(scale * amount, decimals) + unit;
}

/** A charge, and how much everything else favours the move played, if that is a fifth of the loss or more. */
function amountAndRest({ rules, played, loss }: Compared, charge: number) {
  const rest = charge - loss;
  const amount = amountInWords(rules, charge);
  return rest < REST * loss ? amount : T.why.rest(amount, played.move, amountInWords(rules, rest));
}

/** An amount of value; nothing if it is unknown or not positive. */
function positiveInWords(rules: Rules, amount: number | null) {
  return amount !== null && amount > ROUNDED ? amountInWords(rules, amount) : "";
}
