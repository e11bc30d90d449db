// Questions that come back: a question that was answered wrong is asked again, after more and more other questions,
// until it is known.

/** @import { Question, QuestionKind } from "../../facts/questions.js" */
/** @import { Solution } from "../../rules/solution.js" */
import { isOfKind } from "../../facts/questions.js";
import { remember, remembered } from "../../records/memory.js";
import { dieOf, NotationError, readPosition, readThrow, writePosition, writeThrow } from "../../rules/notation.js";
import { app } from "../../view/app.js";

/**
 * Number of questions after which a question that was answered wrong comes back. Each right answer multiplies this number by 4.
 */
const FIRST_RETURN = 4;
/** Number of right answers in a row after which a question is known. */
const KNOWN = 3;
/** Maximum number of questions that are kept. */
const MOST_RETURNING = 60;

/**
 * A question that comes back once `due` questions have been asked; `right` counts the right answers in a row.
 * @typedef {{question: string, due: number, right: number}} Returning
 */
/** @typedef {{asked: number, waiting: Returning[]}} Repetition */

function repetitionKey() {
  return `again-${app.rules.name}`;
}

/**
 * The questions that come back; those that cannot be read are left out.
 * @returns {Repetition}
 */
export function repetition() {
  /** @type {Repetition} */
  const none = { asked: 0, waiting: [] };
  const isCount = (/** @type {unknown} */ it) => Number.isSafeInteger(it) && Number(it) >= 0;
  try {
    const kept = JSON.parse(remembered(repetitionKey(), "null"));
    if (!isCount(kept?.asked) || !Array.isArray(kept.waiting)) {
      return none;
    }
    const waiting = kept.waiting.slice(-MOST_RETURNING).filter((/** @type {Returning} */ it) => {
      return typeof it?.question === "string" && isCount(it.due) && isCount(it.right) && questionOf(app.solution, it.question);
    });
    return { asked: kept.asked, waiting };
  } catch {
    return none;
  }
}

/**
 * The question of a text such as `04h/007:4-3`; `null` if it is none.
 * @param {Solution} solution
 * @param {string} text
 */
function questionOf(solution, text) {
  try {
    return readQuestion(solution, text);
  } catch {
    return null;
  }
}

/**
 * @param {Solution} solution
 * @param {string} text
 * @returns {Question}
 */
export function readQuestion(solution, text) {
  const { rules } = solution;
  const [position, dice = ""] = text.split(/[: ](.*)/);
  const [asked, thrown] = [readPosition(rules, position), readThrow(rules, dice)];
  const moves = solution.ranked(asked, dieOf(thrown));
  if (moves.length < 2) {
    throw new NotationError("choice", text);
  }
  return { position: asked, dice: thrown, moves };
}

/** @param {Question} question */
export function writeQuestion({ position, dice }) {
  return `${writePosition(position)}:${writeThrow(dice)}`;
}

/**
 * Notes an answer: a question that was answered wrong comes back.
 * @param {Question} question
 * @param {boolean} isWrong
 */
export function noteAnswer(question, isWrong) {
  const { asked, waiting } = repetition();
  const text = writeQuestion(question);
  const before = waiting.find((it) => it.question === text);
  const others = waiting.filter((it) => it.question !== text);
  const right = isWrong ? 0 : (before?.right ?? 0) + 1;
  if (isWrong || (before && right < KNOWN)) {
    others.push({ question: text, due: asked + FIRST_RETURN ** (right + 1), right });
  }
  remember(repetitionKey(), JSON.stringify({ asked: asked + 1, waiting: others.slice(-MOST_RETURNING) }));
}

/**
 * The question whose time has come, if one is of this kind.
 * @param {QuestionKind} kind
 */
export function questionThatIsDue(kind) {
  const { asked, waiting } = repetition();
  const due = waiting.filter((it) => it.due <= asked).sort((one, other) => one.due - other.due);
  return due.map((it) => readQuestion(app.solution, it.question)).find((it) => isOfKind(it.moves, kind)) ?? null;
}
