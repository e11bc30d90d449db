// The facts that the library writes into the page: rule sets, levels, cards, texts.

/** @import { Rules } from "./rules.js" */
import { unpacked } from "./packed.js";

/** @typedef {{rules: string, summary: string, source: string}} Preset A preset rule set, described in one line. */
/**
 * A line of a card as a sentence, with a position and a die for which it is right.
 * @typedef {{sentence: string, example: [string, number] | null}} CardLineInWords
 */
/**
 * What a rule costs: the standard game, or one of its rules changed alone. `touched_games` is `null` if every throw differs.
 * @typedef {{rules: string, first_wins: number, throws_per_game: number, changed_decisions: number, touched_games: number | null}} Cost
 */
/** @typedef {{topic: string, rule: string, source: string, reading: string | null, differs: boolean}} Section A rule. */
/**
 * What things are worth on average over games of best play, as shares of a game: arrays by point, from 1 or from off the board.
 * @typedef {object} Worths
 * @property {number[]} hit of a man on each point from 1
 * @property {number[]} home of a man off the board, then on each point from 1
 * @property {number[]} homes of a player with no man home, with one, with two
 * @property {number[]} pip of a man off the board, then on each point from 1
 * @property {number[]} block by a man on each point from 1
 * @property {number} turn
 * @property {{gain: number, better: number, share: number}[]} entering compared with running, in four cases
 */
/**
 * Facts that the library writes into the page. Records by name have an entry for each rule set inside the page.
 * @typedef {object} Constants
 * @property {number[]} tolerances the loss in points that a level plays half as often as a best move, level 1 first
 * @property {number} doubtful loss in points from which a move is marked `?!`
 * @property {number} bad loss in points from which a move is marked `?`
 * @property {number} rival smallest share of the largest charge at which another is named in its place
 * @property {number} named smallest share of the loss that hits or men home in the next exchange must explain to name a mistake
 * @property {number} quizPlays the level whose games supply the questions of practice
 * @property {number} quizErrs the level by whose mean loss questions are weighted
 * @property {Record<string, number[] | null>} results of the levels against perfect play on average, level 1 first, where they
 * are known
 * @property {Record<string, number[][] | null>} matches where a win can count two points, the probability of winning a match
 * before a game: a row for each number of points that the player needs, a column for the opponent's
 * @property {Record<string, CardLineInWords[]>} cards the five-line card, line by line
 * @property {Record<string, string>} french the library's texts about rule sets in French, by the English text
 * @property {Rules[]} ruleSets all rule sets that have a name
 * @property {Preset[]} presets
 * @property {Cost[]} costs of the standard game and of each of its rules changed alone, as `tourne atlas` prints them
 * @property {Worths} worths in the standard game
 * @property {Record<"loss" | "luck" | "rating" | "level" | "worth", string>} meanings of words by which play is judged
 * @property {Record<string, Section[]>} rulebooks
 */

/** @type {Constants} */
let known;

/** Unpacks the constants, before anything asks for them. */
export async function openConstants() {
  const bytes = await unpacked(document.getElementById("constants")?.textContent ?? "");
  known = JSON.parse(new TextDecoder().decode(bytes));
}

export function constants() {
  return known;
}
