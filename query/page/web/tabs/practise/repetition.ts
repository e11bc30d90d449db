// Questions that come back: a question that was answered wrong is asked again, after more and more other questions,
// until it is known.

import type { Question, QuestionKind } from "../../facts/questions.ts";
import type { Solution } from "../../rules/solution.ts";
import { isOfKind } from "../../facts/questions.ts";
import { remember, remembered } from "../../records/memory.ts";
import { dieOf, NotationError, readPosition, readThrow, writePosition, writeThrow } from "../../rules/notation.ts";
import { app } from "../../view/app.ts";

/**
 * Number of questions after which a question that was answered wrong comes back. Each right answer multiplies this number by 4.
 */
const FIRST_RETURN = 4;
/** Number of right answers in a row after which a question is known. */
const KNOWN = 3;
/** Maximum number of questions that are kept. */
const MOST_RETURNING = 60;

/** A question that comes back once `due` questions have been asked; `right` counts the right answers in a row. */
type Returning = { question: string; due: number; right: number };
type Repetition = { asked: number; waiting: Returning[] };

function repetitionKey() {
  return `again-${app.rules.name}`;
}

/** The questions that come back; those that cannot be read are left out. */
export function repetition(): Repetition {
  const none: Repetition = { asked: 0, waiting: [] };
  const isCount = (it: unknown) => Number.isSafeInteger(it) && Number(it) >= 0;
  try {
    const kept = JSON.parse(remembered(repetitionKey(), "null"));
    if (!isCount(kept?.asked) || !Array.isArray(kept.waiting)) {
      return none;
    }
    const waiting = kept.waiting.slice(-MOST_RETURNING).filter((it: Returning) => {
      return typeof it?.question === "string" && isCount(it.due) && isCount(it.right) && questionOf(app.solution, it.question);
    });
    return { asked: kept.asked, waiting };
  } catch {
    return none;
  }
}

/** The question of a text such as `04h/007:4-3`; `null` if it is none. */
function questionOf(solution: Solution, text: string) {
  try {
    return readQuestion(solution, text);
  } catch {
    return null;
  }
}

export function readQuestion(solution: Solution, text: string): Question {
  const { rules } = solution;
  const [position, dice = ""] = text.split(/[: ](.*)/);
  const [asked, thrown] = [readPosition(rules, position), readThrow(rules, dice)];
  const moves = solution.ranked(asked, dieOf(thrown));
  if (moves.length < 2) {
    throw new NotationError("choice", text);
  }
  return { position: asked, dice: thrown, moves };
}

export function writeQuestion({ position, dice }: Question) {
  return `${writePosition(position)}:${writeThrow(dice)}`;
}

/** Notes an answer: a question that was answered wrong comes back. */
export function noteAnswer(question: Question, isWrong: boolean) {
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

/** The question whose time has come, if one is of this kind. */
export function questionThatIsDue(kind: QuestionKind) {
  const { asked, waiting } = repetition();
  const due = waiting.filter((it) => it.due <= asked).sort((one, other) => one.due - other.due);
  return due.map((it) => readQuestion(app.solution, it.question)).find((it) => isOfKind(it.moves, kind)) ?? null;
}
