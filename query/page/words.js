// Sentences that several parts of the page say: positions, moves, throws, reasons and faults in words.
"use strict";

/**
 * The name of a rule set, also of one that joins several.
 * @param {string} name
 */
function ruleSetName(name) {
  return name
    .split("+")
    .map((part) => T.ruleSetNames[part] ?? capital(part.replaceAll("-", " ")))
    .join(" + ");
}

/**
 * A text of the library in the language of the page. The library speaks English.
 * @param {string} text
 */
function translated(text) {
  return T.translations()[text] ?? text.replaceAll("'", "’");
}

/**
 * The men of one side in words.
 * @param {Man[]} men
 */
function menInWords(men) {
  const off = men.filter((man) => man === OFF).length;
  const owing = men.filter((man) => man === OWING).length;
  const points = men.filter((man) => man > 0 && man < HOME);
  const home = men.filter((man) => man === HOME).length;
  const parts = [
    points.length > 0 ? T.onPoints(points) : "",
    off > 0 ? T.countOff(off) : "",
    owing > 0 ? T.countOwing(owing) : "",
    home > 0 ? T.countHome(home) : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/**
 * A whole position in words.
 * @param {{light: Man[], dark: Man[]}} board
 * @param {string[]} names of the sides
 */
function boardInWords(board, names) {
  return `${T.says(names[0], menInWords(board.light))}. ${T.says(names[1], menInWords(board.dark))}.`;
}

/**
 * Whose chance a value is, or whose points.
 * @param {Rules} rules
 * @param {string} name
 */
function valueOf(rules, name) {
  return rules.doubleWin ? T.pointsOf(name) : T.chanceToWin(name);
}

/**
 * A text with a capital letter at its beginning.
 * @param {string} text
 */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A move in words.
 * @param {Play} play
 */
function moveInWords(play) {
  if (play.man < 0) {
    return T.moves.pass;
  }
  const words =
    play.from === 0
      ? T.moves.enter(play.to)
      : play.to === HOME
        ? T.moves.home(play.from)
        : play.to === 0
          ? T.moves.sentOff(play.from)
          : T.moves.go(play.from, play.to);
  return play.hit ? `${words}, ${T.moves.hits}` : words;
}

/**
 * What is thrown, in a sentence.
 * @param {Rules} rules
 * @param {number[]} dice
 * @param {string} name of the player who throws, or nothing
 */
function throwInWords(rules, dice, name = "") {
  if (rules.oneDie || dice.length === 1) {
    return T.throws.one(name, dice[0]);
  }
  return dice[0] === dice[1]
    ? T.throws.doublet(name, dice[0], T.doublets[dice[0] - 1])
    : T.throws.two(name, dice[0], dice[1], dieOf(dice));
}

/**
 * The reasons of a move, a line each; they are facts that can be counted.
 * @param {Rules} rules
 * @param {Play} play
 * @param {Facts} facts
 * @param {Ends | null} ends of the game after the move, for the player who makes it
 */
function reasonsInWords(rules, play, facts, ends) {
  const lines = [];
  if (facts.wins) {
    lines.push(T.reasons.wins);
  } else {
    if (play.man < 0) {
      lines.push(T.reasons.pass);
    } else if (play.to === 0) {
      lines.push(T.reasons.sendsOff);
    } else if (play.from === 0) {
      lines.push(T.reasons.enters);
    } else if (play.to === HOME) {
      lines.push(T.reasons.home);
    }
    if (facts.hits) {
      lines.push(T.reasons.hits(facts.hits.men, facts.hits.point));
    }
    lines.push(dangerInWords(rules, facts));
    if (facts.aim > 0) {
      lines.push(T.reasons.aim(percent(facts.aim, 1)));
    }
    if (facts.homeBy > 0) {
      lines.push(T.reasons.homeBy(T.throwsCounted(facts.homeBy, throwsOf(rules)), facts.homeBy));
    }
    lines.push(T.reasons.pips(facts.pips, facts.opponentPips));
  }
  if (ends && rules.doubleWin) {
    lines.push(endsInWords(ends));
  }
  return lines;
}

/**
 * The throws that can hit next.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function dangerInWords(rules, facts) {
  const all = throwsOf(rules);
  if (facts.hitBy === 0 || facts.hitBy === all) {
    return facts.hitBy === 0 ? T.reasons.safe : T.reasons.always;
  }
  return T.reasons.danger(facts.hitBy, all, facts.hitByDice);
}

/**
 * The throws that can hit next, in short form.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function dangerInShort(rules, facts) {
  return T.reasons.dangerShort(facts.hitBy, throwsOf(rules));
}

/** @param {Ends} ends */
function endsInWords(ends) {
  return T.reasons.ends(
    percentOfGames(ends.won),
    percentOfGames(ends.wonDouble),
    percentOfGames(ends.lost),
    percentOfGames(ends.lostDouble),
  );
}

/**
 * A rating in words, by the level whose rating is nearest.
 * @param {number} rating
 * @param {number[]} levels ratings of the levels, level 1 first
 */
function ratingInWords(rating, levels) {
  const distances = levels.map((level) => Math.abs(level - rating));
  const nearest = distances.indexOf(Math.min(...distances)) + 1;
  if (rating === 0 || nearest === PERFECT) {
    return rating === 0 ? T.ratings.perfect : T.ratings.nearlyPerfect;
  }
  const isWeaker = nearest === 1 && rating > levels[0] + (levels[0] - levels[1]) / 2;
  return isWeaker ? T.ratings.weaker : T.ratings.about(nearest);
}

/**
 * The strength of play in words; empty after too few choices, or if the rule set has no ratings of levels.
 * @param {Rules} rules
 * @param {Sums} sums
 */
function strengthOf(rules, { rating, decisions }) {
  const levels = constants().ratings[rules.name];
  return rating === null || !levels || decisions < constants().enoughChoices ? "" : ratingInWords(rating, levels);
}

/** Largest difference that rounding alone can cause between two values. */
const ROUNDED = 1e-12;

/**
 * Two moves of a throw, as sentences compare them.
 * @typedef {object} Compared
 * @property {string} played
 * @property {string} best
 * @property {Facts} facts of the move played
 * @property {Facts} bestFacts
 * @property {number} all number of throws
 * @property {string} did what the move played does instead of what the best move does
 * @property {string} act what the move played does, even if the best move does the same
 * @property {string} bestAct
 * @property {string} although what speaks for the move played; may be empty
 * @property {string} hit the men that the move played hits
 * @property {string} bestHit
 * @property {number} from the point that the move played leaves
 * @property {number | null} bestOff the point whose man the best move sends off
 * @property {(amount: number) => string} amount formats an amount of points
 * @property {Parts} charges
 * @property {number} loss in points
 */

/**
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 * @param {Digits} [digits]
 * @returns {Compared}
 */
function comparedMoves(rules, position, played, best, digits) {
  const [facts, bestFacts] = [played, best].map((it) => factsOf(rules, position, it.play));
  const hit = facts.hits ? T.menOn(facts.hits.men, facts.hits.point) : "";
  const bestHit = bestFacts.hits ? T.menOn(bestFacts.hits.men, bestFacts.hits.point) : "";
  const deed = deedInWords(played.play);
  const home = played.play.to === HOME && best.play.to !== HOME;
  return {
    played: played.move,
    best: best.move,
    facts,
    bestFacts,
    all: throwsOf(rules),
    did: facts.hits ? T.hitsMen(hit) : deed === "" ? T.doesNot : deed,
    act: deed === "" ? T.movesMan(played.play.from) : deed,
    bestAct: deedInWords(best.play) || T.movesMan(best.play.from),
    although: facts.hits && !bestFacts.hits ? T.but(T.itHits(hit)) : home ? T.but(T.itBringsHome) : "",
    hit,
    bestHit,
    from: played.play.from,
    bestOff: best.play.man >= 0 && best.play.to === 0 ? best.play.from : null,
    amount: (points) => amountInWords(rules, points, digits),
    charges: partsLess(bestFacts.parts, facts.parts),
    loss: solutionOf(rules.name).inPoints(played.loss),
  };
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
 * A part of a value, in points, as it is shown.
 * @param {Rules} rules
 * @param {number} points
 * @param {Digits} [digits]
 */
function amountInWords(rules, points, digits) {
  const amount = rules.doubleWin ? points : points / 2;
  if (Math.abs(amount) < ROUNDED) {
    return T.nothing;
  }
  return amount < 0 ? `-${showLoss(rules, -amount, digits)}` : showLoss(rules, amount, digits);
}

/**
 * Compares a move with the best one of the same throw.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 * @param {Digits} [digits] of what is given away
 */
function comparedInWords(rules, position, played, best, digits) {
  if (played.loss === 0) {
    return T.isBest(played.move);
  }
  return T.givesAway(played.move, showLoss(rules, played.loss, digits), whyWorse(rules, position, played, best, digits));
}

/**
 * What the best move does better than another.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 * @param {Digits} [digits] of what is given away
 */
function whyWorse(rules, position, played, best, digits) {
  const compared = comparedMoves(rules, position, played, best, digits);
  const kind = mistakeOf(rules, played.play, best.play, compared.facts, compared.bestFacts);
  const also = alsoInWords(kind, compared);
  const why = T.mistakes[kind](compared);
  // The full stop is that of the sentence into which this goes.
  return also === "" ? why : `${why}. ${also.replace(/\.$/, "")}`;
}

/**
 * Whether a count is larger than another by more than a fifth. Only such a difference is named as the reason why a move is
 * better.
 * @param {number} larger
 * @param {number} smaller
 */
function isNotable(larger, smaller) {
  return larger > 1.2 * smaller;
}

/**
 * A sentence about another large part of the loss, or about an advantage of the move played.
 * @param {Mistake} kind
 * @param {Compared} compared
 */
function alsoInWords(kind, compared) {
  const { facts, bestFacts, charges, loss } = compared;
  const { named } = constants();
  if (kind !== "exposed" && -charges.exposure >= named * loss && isNotable(facts.hitBy, bestFacts.hitBy)) {
    return T.moreExposed(compared);
  }
  if (kind !== "missedAim" && charges.aim >= named * loss && isNotable(bestFacts.aim, facts.aim)) {
    return T.betterAim(compared);
  }
  if (kind !== "cautious" && charges.exposure >= named * loss && isNotable(bestFacts.hitBy, facts.hitBy)) {
    return T.lessExposed(compared);
  }
  if (kind !== "lateEntry" && kind !== "order") {
    return "";
  }
  return charges.home > 0 && isNotable(bestFacts.homeBy, facts.homeBy) ? T.moreWaysHome(compared) : T.furtherAhead;
}

/**
 * The throws of the opponent after which a move is worth less than the best move, in words; empty for a best move, or if the
 * best move wins at once.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 * @param {Digits} [digits]
 */
function whereItCounts(rules, position, played, best, digits) {
  const [facts, bestFacts] = [played, best].map((it) => factsOf(rules, position, it.play));
  if (played.loss === 0 || bestFacts.wins) {
    return "";
  }
  const inPoints = (/** @type {number} */ value) => solutionOf(rules.name).inPoints(value);
  const all = throwsOf(rules);
  const loss = inPoints(played.loss);
  const differences = facts.replies.map(({ die, play, value }, at) => {
    const other = bestFacts.replies[at];
    const share = chancesOf(rules, die) / all;
    return { die, cost: share * inPoints(other.value - value), hits: play.hit && !other.play.hit };
  });
  /** @param {typeof differences} those */
  const summed = (those) => {
    const dice = those.map((it) => it.die);
    const count = sumOf(dice.map((die) => chancesOf(rules, die)));
    return { count, cost: sumOf(those.map((it) => it.cost)), words: T.withDice(dice, T.throwsCounted(count, all)) };
  };
  /** @param {number} points */
  const amount = (points) => amountInWords(rules, points, digits);
  const hitting = summed(differences.filter((it) => it.hits));
  if (2 * hitting.cost >= loss && 2 * hitting.cost >= (3 * loss * hitting.count) / all) {
    return hitting.cost > loss
      ? T.hitsCostMore(hitting.words, amount(hitting.cost), played.move, amount(hitting.cost - loss))
      : T.hitsCost(hitting.words, amount(hitting.cost), amount(loss));
  }
  const worse = summed(differences.filter((it) => it.cost < -ROUNDED));
  return worse.count === 0
    ? T.betterAlways(best.move)
    : T.betterWith(worse.words, played.move, amount(-worse.cost), best.move, amount(loss - worse.cost));
}

/**
 * The rule that a set-up breaks. `names` are those of the side on roll and of its opponent.
 * @param {SetupFault} fault
 * @param {string[]} names
 */
function faultInWords(fault, names) {
  return T.faults[fault.kind](names[fault.side], fault.point);
}

/**
 * The fault of a typed text or of a file, in words.
 * @param {unknown} error
 * @returns {string}
 */
function errorInWords(error) {
  if (error instanceof NotationError) {
    return error.kind === "setup"
      ? T.notation.setup(error.text, error.faults.map((fault) => faultInWords(fault, T.onRollNames)).join("; "))
      : T.notation[error.kind](isolated(error.text));
  }
  if (error instanceof RecordError) {
    const text = error.kind === "notation" ? errorInWords(error.fault) : T.record[error.kind](error.words.map(isolated));
    return error.line > 0 ? T.atLine(error.line, text) : text;
  }
  if (error instanceof SolutionError) {
    return T.solutionFaults[error.what](isolated(error.detail));
  }
  return T.unexpected(error instanceof Error ? error.message : String(error));
}
