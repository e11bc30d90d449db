// Sentences that several parts of the page say: positions, moves, throws, reasons and faults in words.

import type { Ends } from "../facts/ends.ts";
import type { Facts } from "../facts/facts.ts";
import type { Game } from "../rules/game.ts";
import type { Man, Play, Position, Rules, SetupFault } from "../rules/rules.ts";
import type { Ranked } from "../rules/solution.ts";
import type { Strength } from "../rules/strength.ts";
import type { Digits } from "./numbers.ts";
import { constants } from "../rules/constants.ts";
import { PERFECT } from "../rules/levels.ts";
import { dieOf, NotationError } from "../rules/notation.ts";
import { RecordError } from "../rules/record.ts";
import { HOME, OFF, OWING, throwsOf } from "../rules/rules.ts";
import { SolutionError } from "../rules/solution.ts";
import { capital, isolated } from "../rules/writing.ts";
import { T } from "./language.ts";
import { decimal, percent, percentOfGames, SHORT, showLoss } from "./numbers.ts";
import { whyWorse } from "./reasons.ts";

/** The name of a rule set, also of one that joins several. */
export function ruleSetName(name: string) {
  return name
    .split("+")
    .map((part) => T.ruleSetNames[part] ?? capital(part.replaceAll("-", " ")))
    .join(" + ");
}

/** A text of the library in the language of the page. The library speaks English. */
export function translated(text: string) {
  return T.translations()[text] ?? text.replaceAll("'", "’");
}

/** The men of one side in words. */
function menInWords(men: Man[]) {
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
 * @param names of the sides
 */
export function boardInWords(board: { light: Man[]; dark: Man[] }, names: string[]) {
  return `${T.says(names[0], menInWords(board.light))}. ${T.says(names[1], menInWords(board.dark))}.`;
}

/** Whose chance a value is, or whose points. */
export function valueOf(rules: Rules, name: string) {
  return rules.doubleWin ? T.pointsOf(name) : T.chanceToWin(name);
}

/** A move in words. */
export function moveInWords(play: Play) {
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
 * @param name of the player who throws, or nothing
 */
export function throwInWords(rules: Rules, dice: number[], name: string = "") {
  if (rules.oneDie || dice.length === 1) {
    return T.throws.one(name, dice[0]);
  }
  return dice[0] === dice[1]
    ? T.throws.doublet(name, dice[0], T.doublets[dice[0] - 1])
    : T.throws.two(name, dice[0], dice[1], dieOf(dice));
}

/**
 * The reasons of a move, a line each; they are facts that can be counted.
 * @param ends of the game after the move, for the player who makes it
 */
export function reasonsInWords(rules: Rules, play: Play, facts: Facts, ends: Ends | null) {
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

/** The throws that can hit next. */
function dangerInWords(rules: Rules, facts: Facts) {
  const all = throwsOf(rules);
  if (facts.hitBy === 0 || facts.hitBy === all) {
    return facts.hitBy === 0 ? T.reasons.safe : T.reasons.always;
  }
  return T.reasons.danger(facts.hitBy, all, facts.hitByDice);
}

/** The throws that can hit next, in short form. */
export function dangerInShort(rules: Rules, facts: Facts) {
  return T.reasons.dangerShort(facts.hitBy, throwsOf(rules));
}

function endsInWords(ends: Ends) {
  return T.reasons.ends(
    percentOfGames(ends.won),
    percentOfGames(ends.wonDouble),
    percentOfGames(ends.lost),
    percentOfGames(ends.lostDouble),
  );
}

/** The rating of a player with its confidence interval. */
export function ratingInWords(strength: Strength | null) {
  return strength ? T.ratings.range(...ratingRange(strength)) : "";
}

function ratingRange({ rating: { estimate, low, high } }: Strength): [string, string, string] {
  return [decimal(estimate, 1), decimal(low, 1), decimal(high, 1)];
}

/**
 * The level of a player as an interval, and how many more choices tell it within two levels; empty without a choice.
 * @param after says after how many choices
 */
export function levelInWords(strength: Strength | null, after: string = "") {
  if (!strength) {
    return "";
  }
  const { isPerfect, level, more } = strength;
  const [low, high] = [Math.round(level.low), Math.round(level.high)];
  return [
    isPerfect ? T.ratings.perfect : "",
    high === 0
      ? T.ratings.weaker
      : low === 0
        ? high === PERFECT
          ? T.ratings.any
          : T.ratings.atMost(high)
        : low === high
          ? T.ratings.level(low)
          : T.ratings.between(low, high),
    after,
    more > 0 ? T.ratings.more(more) : "",
  ].join("");
}

/** The rating and the level of a player in words; empty without a choice. */
export function strengthInWords(strength: Strength | null) {
  return strength ? T.ratings.strength(...ratingRange(strength), levelInWords(strength, T.ratings.after(strength.choices))) : "";
}

/**
 * Says what a move gives away, and why.
 * @param digits of what is given away
 */
export function comparedInWords(rules: Rules, position: Position, played: Ranked, best: Ranked, digits?: Digits) {
  return played.loss === 0
    ? T.isBest(played.move)
    : T.givesAway(played.move, showLoss(rules, played.loss, digits), whyWorse(rules, position, played, best));
}

/** The rule that a set-up breaks. `names` are those of the side on roll and of its opponent. */
export function faultInWords(fault: SetupFault, names: string[]) {
  return T.faults[fault.kind](names[fault.side], fault.point);
}

/** The fault of a typed text or of a file, in words. */
export function errorInWords(error: unknown): string {
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

/**
 * The smallest losses that are marked, in short form.
 * @returns for a doubtful and for a bad move
 */
export function leastMarked(rules: Rules): [string, string] {
  const { doubtful, bad } = constants();
  const [one, other] = [doubtful, bad].map((points) => showLoss(rules, rules.doubleWin ? points : points / 2, SHORT));
  return [one, other];
}

/**
 * Who has won a game that is over or was given up.
 * @param names of the sides
 */
export function wonInWords(game: Game, names: string[]) {
  const { resigned } = game;
  return resigned
    ? `${T.play.resigned} ${T.play.won(names[1 - resigned.seat], game.pointsOfResigning(resigned.seat))}`
    : T.play.won(names[game.winner], game.points);
}

/**
 * The names of the sides of a game, as parts of what the page says: the computer has one name, and its level where both sides
 * have it.
 */
export function namesOf({ names }: Game) {
  // A side that has had no turn may have no name.
  const known = names.map((name, seat) => name || (seat === 0 ? T.light : T.dark));
  const [one, other] = known.map((name) => T.nameToShow(name, false));
  return (one === other ? known.map((name) => T.nameToShow(name, true)) : [one, other]).map(isolated);
}
