// The constants, solutions and cards inside this page: their names, and how they are unpacked.

/** @import { CardLine } from "../facts/card.js" */
/** @import { Rules } from "./rules.js" */
import { readCard } from "../facts/card.js";
import { rulesNamed } from "./rules.js";
import { Solution, SolutionError } from "./solution.js";

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
 * @property {number} enoughChoices number of choices from which on play is rated: a few choices say little
 * @property {number} quizPlays the level whose games supply the questions of practice
 * @property {number} quizErrs the level by whose mean loss questions are weighted
 * @property {Record<string, number[] | null>} ratings of the levels against perfect play, level 1 first, where they are known
 * @property {Record<string, number[] | null>} results of the levels against perfect play on average, level 1 first
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

/** @type {Constants | null} */
let knownConstants = null;

/** @returns {Constants} */
export function constants() {
  knownConstants ??= /** @type {Constants} */ (JSON.parse(document.getElementById("constants")?.textContent ?? ""));
  return knownConstants;
}

/** @type {Map<string, Solution>} */
const solutions = new Map();

/**
 * Names of the rule sets inside this page.
 * @returns {string[]}
 */
export function rulesInside() {
  const names = [...document.querySelectorAll('script[id^="solution-"]')].map((it) => it.id.slice("solution-".length));
  return names.filter((name) => rulesNamed(name) !== null);
}

/**
 * Unpacks the solution of a rule set. In the page, the bytes of the file are reordered by their offsets modulo 8, deflated, and
 * written in base64.
 * @param {string} name
 * @returns {Promise<Solution>}
 */
export async function openSolution(name) {
  const known = solutions.get(name);
  if (known) {
    return known;
  }
  // The packed text stays in the document: browsers that save the page save the document as it is then.
  const packed = document.getElementById(`solution-${name}`)?.textContent ?? "";
  const solution = new Solution(await inflated(packed, name), name);
  solutions.set(name, solution);
  return solution;
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
async function inflated(text, name) {
  try {
    const packed = atob(text.trim());
    const bytes = new Uint8Array(packed.length);
    for (let at = 0; at < packed.length; at++) {
      bytes[at] = packed.charCodeAt(at);
    }
    // Use the body of a response, not a blob: a blob would be sent to another process and back.
    const stream = /** @type {ReadableStream} */ (new Response(bytes).body);
    const inflated = await new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
    const ordered = new Uint8Array(inflated);
    const original = new Uint8Array(ordered.length);
    for (let place = 0, next = 0; place < 8; place++) {
      for (let at = place; at < original.length; at += 8) {
        original[at] = ordered[next++];
      }
    }
    return original.buffer;
  } catch {
    throw new SolutionError("packed", name);
  }
}

/**
 * The solution of a rule set that was opened.
 * @param {string} name
 * @returns {Solution}
 */
export function solutionOf(name) {
  const solution = solutions.get(name);
  if (!solution) {
    throw new SolutionError("name", name);
  }
  return solution;
}

/** @type {Map<string, CardLine[]>} */
const cards = new Map();

/**
 * The five-line card of a rule set.
 * @param {Rules} rules
 */
export function cardOf({ name }) {
  const card = cards.get(name) ?? readCard(document.getElementById(`card-${name}`)?.textContent ?? "");
  if (card.length === 0) {
    throw new SolutionError("card", name);
  }
  cards.set(name, card);
  return card;
}
