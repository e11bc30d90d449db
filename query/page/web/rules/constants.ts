// The facts that the library writes into the page: rule sets, levels, cards, texts.

import type { Rules } from "./rules.ts";
import { unpacked } from "./packed.ts";

/** A preset rule set, described in one line. */
type Preset = { rules: string; summary: string; source: string };
/** A line of a card as a sentence, with a position and a die for which it is right. */
type CardLineInWords = { sentence: string; example: [string, number] | null };
/**
 * What a rule costs: the standard game, or one of its rules changed alone. `touched_games` is `null` if every throw differs.
 */
interface Cost {
  rules: string;
  first_wins: number;
  throws_per_game: number;
  changed_decisions: number;
  touched_games: number | null;
}
/** A rule. */
type Section = { topic: string; rule: string; source: string; reading: string | null; differs: boolean };
/**
 * What things are worth on average over games of best play, as shares of a game: arrays by point, from 1 or from off the board.
 */
interface Worths {
  /** A hit of a man on each point from 1. */
  hit: number[];
  /** A man home instead of off the board, then instead of on each point from 1. */
  home: number[];
  /** A man home, for a player with no man home, with one, with two. */
  homes: number[];
  /** A point further, for a man off the board, then on each point from 1. */
  pip: number[];
  /** A block by a man on each point from 1. */
  block: number[];
  turn: number;
  /** Entering compared with running, in four cases. */
  entering: { gain: number; better: number; share: number }[];
}
/** Facts that the library writes into the page. Records by name have an entry for each rule set inside the page. */
interface Constants {
  /** The loss in points that a level plays half as often as a best move, level 1 first. */
  tolerances: number[];
  /** Loss in points from which a move is marked `?!`. */
  doubtful: number;
  /** Loss in points from which a move is marked `?`. */
  bad: number;
  /** Smallest share of the largest charge at which another is named in its place. */
  rival: number;
  /** Smallest share of the loss that hits or men home in the next exchange must explain to name a mistake. */
  named: number;
  /** The level whose games supply the questions of practice. */
  quizPlays: number;
  /** The level by whose mean loss questions are weighted. */
  quizErrs: number;
  /** Results of the levels against perfect play on average, level 1 first, where they are known. */
  results: Record<string, number[] | null>;
  /**
   * Where a win can count two points, the probability of winning a match before a game: a row for each number of points that
   * the player needs, a column for the opponent's.
   */
  matches: Record<string, number[][] | null>;
  /** The five-line card, line by line. */
  cards: Record<string, CardLineInWords[]>;
  /** The library's texts about rule sets in French, by the English text. */
  french: Record<string, string>;
  /** All rule sets that have a name. */
  ruleSets: Rules[];
  presets: Preset[];
  /** What rules cost: the standard game and each of its rules changed alone, as `tourne atlas` prints them. */
  costs: Cost[];
  /** What things are worth in the standard game. */
  worths: Worths;
  /** Meanings of words by which play is judged. */
  meanings: Record<"loss" | "luck" | "rating" | "level" | "worth", string>;
  rulebooks: Record<string, Section[]>;
}

let known: Constants;

/** Unpacks the constants, before anything asks for them. */
export async function openConstants() {
  const bytes = await unpacked(document.getElementById("constants")?.textContent ?? "");
  known = JSON.parse(new TextDecoder().decode(bytes));
}

export function constants() {
  return known;
}
