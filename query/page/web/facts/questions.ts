// Questions of practice: how they are drawn from games, and the kinds of mistakes that each allows.

import type { CardLine } from "./card.ts";
import type { Randomness } from "../rules/dice.ts";
import type { Position, Rules } from "../rules/rules.ts";
import type { Ranked, Solution } from "../rules/solution.ts";
import { cardOf, chooseByCard, readCard } from "./card.ts";
import { factsOf, mistakeOf, sumOf } from "./facts.ts";
import { constants } from "../rules/constants.ts";
import { chancesOfLevel, meanLossOfLevel, MOST_MEAN_LOSS, moveOfLevel } from "../rules/levels.ts";
import { dieOf } from "../rules/notation.ts";
import { HOME, isFinished, playsOf, startPosition } from "../rules/rules.ts";

export type Question = { position: Position; dice: number[]; moves: Ranked[] };
export type QuestionKind = "all" | "hits" | "home";

/** The habit that hard questions contradict, as a card. */
const RULE_OF_THUMB = readCard("hit or bring home");
/** The level of the good player whom hard questions tempt. */
const GOOD = 7;

/**
 * Draws a question from games of good players, which are played until a choice is accepted: a hard one with the probability that
 * a good player errs, an easy one with a probability proportional to the mean loss of a beginner. These are the weights of
 * `tourne quiz`, with and without `--hard`; its card has up to ten lines.
 */
export function drawQuestion(solution: Solution, randomness: Randomness, kind: QuestionKind, isHard: boolean): Question {
  const { rules } = solution;
  const { quizErrs, quizPlays, tolerances } = constants();
  const most = MOST_MEAN_LOSS * tolerances[quizErrs - 1];
  const weightOf = (question: Question): number =>
    isHard ? chanceOfError(solution, question) : meanLossOfLevel(solution, question.moves, quizErrs) / most;
  let position = startPosition();
  for (;;) {
    const dice = rules.oneDie ? [randomness.die()] : [randomness.die(), randomness.die()];
    const question = { position, dice, moves: solution.ranked(position, dieOf(dice)) };
    const isAsked = question.moves.length > 1 && isOfKind(question.moves, kind);
    if (isAsked && randomness.share() < weightOf(question)) {
      return question;
    }
    const played = moveOfLevel(solution, question.moves, quizPlays, randomness.share());
    position = isFinished(played.play.next.other) ? startPosition() : played.play.next;
  }
}

/**
 * The probability that a good player errs: the greatest of those of the five-line card, of a player who hits or comes home
 * whenever possible, and of level 7.
 */
export function chanceOfError(solution: Solution, { position, dice, moves }: Question) {
  const { rules } = solution;
  if ([cardOf(rules), RULE_OF_THUMB].some((card) => moveByCard(rules, card, position, dieOf(dice), moves).loss > 0)) {
    return 1;
  }
  const chances = chancesOfLevel(solution, moves, GOOD);
  return sumOf(chances.filter((_, at) => moves[at].loss > 0));
}

/** The move that a card plays. */
function moveByCard(rules: Rules, card: CardLine[], position: Position, die: number, moves: Ranked[]) {
  const plays = playsOf(rules, position, die);
  const { move } = plays[chooseByCard(card, position, die, plays).index];
  return moves.find((it) => it.move === move) ?? moves[0];
}

export function isOfKind(moves: Ranked[], kind: QuestionKind) {
  const does = (it: Ranked) => (kind === "home" ? it.play.to === HOME : it.play.hit);
  return kind === "all" || (moves.some(does) && !moves.every(does));
}

/** The kind of mistake that each move of a question is; `null` for a best move. */
export function mistakesAmong(rules: Rules, { position, moves }: Question) {
  const facts = moves.map((it) => factsOf(rules, position, it.play));
  return moves.map((it, at) => (it.loss > 0 ? mistakeOf(rules, it.play, moves[0].play, facts[at], facts[0]) : null));
}
