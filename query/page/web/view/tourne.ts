// The global object `Tourne`: for tests, and for people who embed the page.

import type { Rules } from "../rules/rules.ts";
import { endTable, lengthsFrom } from "../facts/ends.ts";
import { writeReviewLink } from "../records/game-link.ts";
import { openSolution, rulesInside, solutionOf } from "../rules/library.ts";
import { NotationError, readPosition, writePosition } from "../rules/notation.ts";
import { readRecord } from "../rules/record.ts";
import { DICE, playsOf, startPosition } from "../rules/rules.ts";
import { inSlices } from "../rules/slices.ts";
import { whyWorse } from "../texts/reasons.ts";
import { cardChoice } from "./card-view.ts";

/** Says that the first answer is shown. */
export let noteShown = (): void => {};
const shown: Promise<void> = new Promise((resolve) => (noteShown = resolve));

const Tourne = {
  /**
   * Resolves when the first answer is shown and all solutions can be asked. The page itself unpacks a solution when it is used.
   */
  get ready(): Promise<unknown> {
    return shown.then(() => Promise.all(rulesInside().map(openSolution)));
  },

  /** Names of the rule sets inside. */
  rules() {
    return rulesInside();
  },

  /** All positions of a rule set, in canonical order. */
  positions(rules: string) {
    return solutionOf(rules).positions().map(writePosition);
  },

  /** The legal moves with a die, the rearmost man first, each with the position that the opponent then faces. */
  moves(rules: string, position: string, die: number) {
    const solution = solutionOf(rules);
    const plays = playsOf(solution.rules, positionAsked(solution.rules, position), checkedDie(die));
    return plays.map((play) => ({ move: play.move, position: writePosition(play.next) }));
  },

  /** The value before the throw, to the player on roll. */
  value(rules: string, position: string) {
    const solution = solutionOf(rules);
    return solution.value(positionAsked(solution.rules, position));
  },

  /** All legal moves with a die, best first. */
  best(rules: string, position: string, die: number) {
    const solution = solutionOf(rules);
    const ranked = solution.ranked(positionAsked(solution.rules, position), checkedDie(die));
    return ranked.map(({ move, position, value, loss }) => ({ move, position, value, loss }));
  },

  /** Why each move that is not best is worse than the best one, in sentences, best first; in the language of the page. */
  reasons(rules: string, position: string, die: number) {
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
   * @param record its text, as `tourne review` reads it
   */
  reviewLink(record: string) {
    return writeReviewLink(readRecord(record));
  },

  /** The number of throws to the end of the game under best play, from the position of the player on roll. */
  async lengths(rules: string, position: string) {
    const solution = solutionOf(rules);
    return inSlices(lengthsFrom(await endTable(solution), positionAsked(solution.rules, position)), () => true);
  },

  /**
   * The move of the five-line card, and the line that decides, counted from 1 (0 if no line fits); `null` if there is no
   * choice.
   */
  card(rules: string, position: string, die: number) {
    const solution = solutionOf(rules);
    const choice = cardChoice(solution.rules, positionAsked(solution.rules, position), checkedDie(die));
    return choice && { move: choice.move, line: choice.line + 1 };
  },
};

/** The position of the last call: callers often ask several questions about one position. */
const lastAsked = { rules: "", text: "", position: startPosition() };

function positionAsked(rules: Rules, text: string) {
  if (lastAsked.rules !== rules.name || lastAsked.text !== text) {
    const position = readPosition(rules, text);
    Object.assign(lastAsked, { rules: rules.name, text, position });
  }
  return lastAsked.position;
}

// A constant of a script is not a property of `window` unless it is assigned.
Object.assign(globalThis, { Tourne });

function checkedDie(die: number) {
  if (!DICE.includes(die)) {
    throw new NotationError("die", String(die));
  }
  return die;
}
