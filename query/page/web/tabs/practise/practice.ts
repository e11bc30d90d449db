// Practise: choices as they come up in play, one throw, your move, and the answer with reasons.

import type { Mistake } from "../../facts/facts.ts";
import type { Question, QuestionKind } from "../../facts/questions.ts";
import type { Address } from "../../records/address.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Evidence } from "../../rules/strength.ts";
import type { Picture } from "../../view/app.ts";
import type { Scene } from "../../view/board.ts";
import type { Choosing } from "../../view/choosing.ts";
import { drawQuestion, mistakesAmong } from "../../facts/questions.ts";
import { markOf } from "../../facts/review.ts";
import { remember, remembered } from "../../records/memory.ts";
import { Randomness } from "../../rules/dice.ts";
import { boardOf } from "../../rules/game.ts";
import { dieOf, writePosition, writeThrow } from "../../rules/notation.ts";
import { addToEvidence, isEvidence, noEvidence } from "../../rules/strength.ts";
import { noteAnswer, questionThatIsDue, readQuestion, writeQuestion } from "./repetition.ts";
import { T } from "../../texts/language.ts";
import { REVIEWED, showLoss } from "../../texts/numbers.ts";
import { boardInWords, comparedInWords, errorInWords, moveInWords, throwInWords } from "../../texts/words.ts";
import { announce, app, focusPanel, revealSays } from "../../view/app.ts";
import { emptyBoard } from "../../view/board.ts";
import { piecesToChoose, threatsAfter } from "../../view/choosing.ts";
import { byId, focusKey } from "../../view/elements.ts";
import { addressOf, setAddress } from "../../view/shell.ts";

/**
 * What the answers so far say about a kind of mistake: in how many questions it was possible, how often it was made, and the
 * points that it lost.
 */
type Habit = { possible: number; made: number; points: number };
/** The answers so far; `almost`, the streaks, the habits and the evidence may be missing in what an earlier version stored. */
export interface Score {
  count: number;
  right: number;
  evidence: Evidence;
  almost: number;
  streak: number;
  longest: number;
  habits: Partial<Record<Mistake, Habit>>;
}

export const practice = {
  kind: "all" as QuestionKind,
  /** Whether the question comes back. */
  isAgain: false,
  question: null as Question | null,
  answer: null as Ranked | null,
  pointed: null as Ranked | null,
  isTouched: false,
  randomness: new Randomness(0),
};

/** Maximum number of kinds of mistakes that are named. */
const MOST_HABITS = 3;

/** Signs of the grades. They differ in shape, not only in colour. */
export const GRADE_SIGNS = { best: "✓", almost: "≈", doubtful: "✗", bad: "✗✗" };

/** Whether questions are hard: where good players err, not where beginners lose most. */
export function isPracticeHard() {
  return remembered("questions", "hard") !== "easy";
}

/** Asks a question that comes back, or else a new one. */
export function askQuestion() {
  const due = questionThatIsDue(practice.kind);
  practice.isAgain = due !== null;
  practice.question = due ?? newQuestion(practice.randomness);
  practice.answer = null;
  practice.pointed = null;
  practice.isTouched = false;
}

/** Largest number of questions that are drawn for one, so that it is found soon. */
const MOST_DRAWS = 20;

/** A new question. The kinds of mistakes that the player makes come more often. */
export function newQuestion(randomness: Randomness) {
  const { habits } = practiceScore();
  let found = drawQuestion(app.solution, randomness, practice.kind, isPracticeHard());
  let most = chanceOfMistake(habits, found);
  let isTaken = randomness.share() < most;
  for (let drawn = 1; drawn < MOST_DRAWS && !isTaken; drawn += 1) {
    const question = drawQuestion(app.solution, randomness, practice.kind, isPracticeHard());
    const chance = chanceOfMistake(habits, question);
    isTaken = randomness.share() < chance;
    if (isTaken || chance > most) {
      found = question;
      most = chance;
    }
  }
  return found;
}

/**
 * The probability that the player makes one of the mistakes that a question allows, estimated by Laplace's rule of succession:
 * one half before the first answer.
 */
function chanceOfMistake(habits: Score["habits"], question: Question) {
  const chances = mistakesAmong(app.rules, question).map((kind) => {
    const { made, possible } = (kind && habits[kind]) ?? { made: 0, possible: 0 };
    return kind ? (made + 1) / (possible + 2) : 0;
  });
  return Math.max(...chances);
}

/**
 * Opens the question of an address, unless it is the present one. Returns what is wrong with it.
 * @returns faults in words
 */
export function openQuestion({ position, dice }: Address): string[] {
  const text = `${position}:${dice}`;
  if (position === "" || (practice.question && writeQuestion(practice.question) === text)) {
    return [];
  }
  try {
    practice.question = readQuestion(app.solution, text);
    practice.answer = null;
    practice.isAgain = false;
    return [];
  } catch (error) {
    return [errorInWords(error)];
  }
}

/** The address of the question. */
export function practiseAddress() {
  const { question } = practice;
  return addressOf({
    mode: "practise",
    ...(question && { position: writePosition(question.position), dice: writeThrow(question.dice) }),
  });
}

/** How good an answer is, by the size of its loss. */
export function gradeOf({ loss }: Ranked): "best" | "almost" | "doubtful" | "bad" {
  const mark = markOf(app.solution.inPoints(loss));
  return loss === 0 ? "best" : mark === "" ? "almost" : mark === "?!" ? "doubtful" : "bad";
}

export function scoreKey() {
  return `score-${app.rules.name}`;
}

export function practiceScore(): Score {
  const later = { almost: 0, streak: 0, longest: 0, habits: {}, evidence: noEvidence() };
  const none: Score = { count: 0, right: 0, ...later };
  const areCounts = (numbers: unknown[]) => numbers.every((it) => Number.isFinite(it) && Number(it) >= 0);
  try {
    const { count, right, almost, streak, longest, habits, evidence } = { ...later, ...JSON.parse(remembered(scoreKey(), "null")) };
    const isScore = areCounts([count, right, almost, streak, longest]) && isEvidence(evidence);
    const known = Object.entries<any>(habits ?? {}).filter(
      ([kind, it]) => Object.hasOwn(T.habits, kind) && areCounts([it?.possible, it?.made, it?.points]),
    );
    return isScore ? { count, right, almost, streak, longest, habits: Object.fromEntries(known), evidence } : none;
  } catch {
    return none;
  }
}

export function answerQuestion(ranked: Ranked) {
  const { question } = practice;
  if (!question || practice.answer) {
    return;
  }
  const { solution } = app;
  practice.answer = ranked;
  practice.pointed = null;
  const score = practiceScore();
  score.count += 1;
  const grade = gradeOf(ranked);
  const isWrong = grade === "doubtful" || grade === "bad";
  score.right += grade === "best" ? 1 : 0;
  score.almost += grade === "almost" ? 1 : 0;
  score.streak = isWrong ? 0 : score.streak + 1;
  score.longest = Math.max(score.longest, score.streak);
  addToEvidence(score.evidence, solution, question.moves, ranked);
  noteHabits(score, question, ranked);
  remember(scoreKey(), JSON.stringify(score));
  noteAnswer(question, isWrong);
  app.show();
  focusKey(byId("tools"), "next");
  announce(answerTexts().join(" "));
}

/** Counts the kinds of mistakes that a question allows, and the one that was made. */
function noteHabits(score: Score, question: Question, answer: Ranked) {
  const mistakes = mistakesAmong(app.rules, question);
  const made = mistakes[question.moves.indexOf(answer)];
  for (const kind of new Set(mistakes)) {
    if (kind) {
      const habit = (score.habits[kind] ??= { possible: 0, made: 0, points: 0 });
      habit.possible += 1;
      habit.made += kind === made ? 1 : 0;
      habit.points += kind === made ? app.solution.inPoints(answer.loss) : 0;
    }
  }
}

/** What the player misses, the costliest first, in sentences. */
export function habitsInWords() {
  const habits = (Object.entries(practiceScore().habits) as [Mistake, Habit][]).filter(([, { made }]) => made > 0);
  habits.sort(([, one], [, other]) => other.points - one.points);
  return habits
    .slice(0, MOST_HABITS)
    .map(([kind, { possible, made, points }], at) =>
      T.practise.habit(T.habits[kind], made, possible, showLoss(app.rules, points / made / (app.rules.doubleWin ? 1 : 2), REVIEWED), at === 0),
    );
}

export function nextQuestion() {
  askQuestion();
  setAddress(practiseAddress(), false);
  app.show();
  revealSays();
  focusPanel();
  const { question, isAgain } = practice;
  if (question) {
    const board = boardInWords(boardOf(question.position, 0), [T.you, T.opponent]);
    const again = isAgain ? `${T.practise.again} ` : "";
    announce(`${again}${board} ${throwInWords(app.rules, question.dice)} ${T.practise.question}`);
  }
}

export function choosingInPractice(): Choosing | null {
  const { question } = practice;
  return question && !practice.answer
    ? { rules: app.rules, seat: 0, die: dieOf(question.dice), ...question }
    : null;
}

export function practicePicture(): Picture {
  const { question, answer } = practice;
  const names = [T.you, T.opponent];
  if (!question) {
    return { scene: emptyBoard(), value: null, names };
  }
  const board = boardOf(question.position, 0);
  // After a tap, the answer has the keyboard focus. This must not count as pointing at another move.
  const pointed = answer && practice.pointed?.move === answer.move ? null : practice.pointed;
  const shown = pointed ?? (answer ? question.moves[0] : null);
  const scene: Scene = { ...board, turn: 0, label: `${T.board}. ${boardInWords(board, names)}` };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: 0, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.other = answer && answer.loss > 0 && !pointed ? { side: 0, ...answer.play } : null;
    scene.threats = answer ? threatsAfter(app.rules, shown.play, 0) : [];
  }
  const choosing = choosingInPractice();
  if (choosing) {
    scene.pieces = piecesToChoose(choosing);
  }
  return { scene, value: answer ? (pointed ?? question.moves[0]).value : null, names };
}

/** What the answer is worth, in sentences. */
export function answerTexts() {
  const { question, answer } = practice;
  if (!question || !answer) {
    return [];
  }
  const { rules } = app;
  const best = question.moves[0];
  const second = question.moves.find((it) => it.loss > 0);
  const grade = gradeOf(answer);
  const verdict =
    grade === "best" ? T.practise.right(moveInWords(answer.play)) : T.practise.grades[grade](showLoss(rules, answer.loss, REVIEWED));
  const compared = answer.loss > 0 ? answer : second;
  return [verdict, compared ? comparedInWords(rules, question.position, compared, best, REVIEWED) : ""].filter(
    (text) => text !== "",
  );
}
