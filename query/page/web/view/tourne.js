// The global object `Tourne`: for tests, and for people who embed the page.

/** @import { Rules } from "../rules/rules.js" */
import { endTable, lengthsFrom } from "../facts/ends.js";
import { writeReviewLink } from "../records/game-link.js";
import { openSolution, rulesInside, solutionOf } from "../rules/library.js";
import { NotationError, readPosition, writePosition } from "../rules/notation.js";
import { readRecord } from "../rules/record.js";
import { DICE, playsOf, startPosition } from "../rules/rules.js";
import { inSlices } from "../rules/slices.js";
import { whyWorse } from "../texts/reasons.js";
import { cardChoice } from "./card-view.js";

/** Says that the first answer is shown. @type {() => void} */
export let noteShown = () => {};
/** @type {Promise<void>} */
const shown = new Promise((resolve) => (noteShown = resolve));

const Tourne = {
  /**
   * Resolves when the first answer is shown and all solutions can be asked. The page itself unpacks a solution when it is used.
   * @returns {Promise<unknown>}
   */
  get ready() {
    return shown.then(() => Promise.all(rulesInside().map(openSolution)));
  },

  /** Names of the rule sets inside. */
  rules() {
    return rulesInside();
  },

  /**
   * All positions of a rule set, in canonical order.
   * @param {string} rules
   */
  positions(rules) {
    return solutionOf(rules).positions().map(writePosition);
  },

  /**
   * The legal moves with a die, the rearmost man first, each with the position that the opponent then faces.
   * @param {string} rules
   * @param {string} position
   * @param {number} die
   */
  moves(rules, position, die) {
    const solution = solutionOf(rules);
    const plays = playsOf(solution.rules, positionAsked(solution.rules, position), checkedDie(die));
    return plays.map((play) => ({ move: play.move, position: writePosition(play.next) }));
  },

  /**
   * The value before the throw, to the player on roll.
   * @param {string} rules
   * @param {string} position
   */
  value(rules, position) {
    const solution = solutionOf(rules);
    return solution.value(positionAsked(solution.rules, position));
  },

  /**
   * All legal moves with a die, best first.
   * @param {string} rules
   * @param {string} position
   * @param {number} die
   */
  best(rules, position, die) {
    const solution = solutionOf(rules);
    const ranked = solution.ranked(positionAsked(solution.rules, position), checkedDie(die));
    return ranked.map(({ move, position, value, loss }) => ({ move, position, value, loss }));
  },

  /**
   * Why each move that is not best is worse than the best one, in sentences, best first; in the language of the page.
   * @param {string} rules
   * @param {string} position
   * @param {number} die
   */
  reasons(rules, position, die) {
    const solution = solutionOf(rules);
    const asked = positionAsked(solution.rules, position);
    const moves = solution.ranked(asked, checkedDie(die));
    return moves
      .filter((it) => it.loss > 0)
      .map((it) => ({
        move: it.move,
        text: whyWorse(solution.rules, asked, it, moves[0]),
      }));
  },

  /**
   * The part of the address that holds the games of a record: what begins with `#review:`.
   * @param {string} record its text, as `tourne review` reads it
   */
  reviewLink(record) {
    return writeReviewLink(readRecord(record));
  },

  /**
   * The number of throws to the end of the game under best play, from the position of the player on roll.
   * @param {string} rules
   * @param {string} position
   */
  async lengths(rules, position) {
    const solution = solutionOf(rules);
    return inSlices(lengthsFrom(await endTable(solution), positionAsked(solution.rules, position)), () => true);
  },

  /**
   * The move of the five-line card, and the line that decides, counted from 1 (0 if no line fits); `null` if there is no
   * choice.
   * @param {string} rules
   * @param {string} position
   * @param {number} die
   */
  card(rules, position, die) {
    const solution = solutionOf(rules);
    const choice = cardChoice(solution.rules, positionAsked(solution.rules, position), checkedDie(die));
    return choice && { move: choice.move, line: choice.line + 1 };
  },
};

/** The position of the last call: callers often ask several questions about one position. */
const lastAsked = { rules: "", text: "", position: startPosition() };

/**
 * @param {Rules} rules
 * @param {string} text
 */
function positionAsked(rules, text) {
  if (lastAsked.rules !== rules.name || lastAsked.text !== text) {
    const position = readPosition(rules, text);
    Object.assign(lastAsked, { rules: rules.name, text, position });
  }
  return lastAsked.position;
}

// A constant of a script is not a property of `window` unless it is assigned.
Object.assign(globalThis, { Tourne });

/** @param {number} die */
function checkedDie(die) {
  if (!DICE.includes(die)) {
    throw new NotationError("die", String(die));
  }
  return die;
}
