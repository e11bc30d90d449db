// The tutor: what a choice was worth, and whether to take it back.

/** @import { Judge } from "../../facts/match.js" */
/** @import { Position } from "../../rules/rules.js" */
/** @import { Ranked } from "../../rules/solution.js" */
import { constants } from "../../rules/constants.js";
import { capital } from "../../rules/writing.js";
import { T } from "../../texts/language.js";
import { SHORT, showLoss, showValue } from "../../texts/numbers.js";
import { whyWorse } from "../../texts/reasons.js";
import { moveInWords } from "../../texts/words.js";
import { app } from "../../view/app.js";

/**
 * A choice, judged by the best move. After a grave mistake, the game waits for an answer.
 * @typedef {{judge: Judge, position: Position, die: number, played: Ranked, best: Ranked, isGrave: boolean}} Judgement
 */

/**
 * @param {Judge} judge
 * @param {Position} position
 * @param {number} die
 * @param {Ranked} played
 * @param {Ranked[]} moves best first
 * @returns {Judgement}
 */
export function judgedMove(judge, position, die, played, [best]) {
  const isGrave = judge.inPoints(played.loss) >= constants().doubtful;
  return { judge, position, die, played, best, isGrave };
}

/**
 * What a choice was worth.
 * @param {Judgement} judged
 */
export function verdictOf({ judge, played, isGrave }) {
  const { rules } = judge;
  return played.loss === 0 ? T.tutor.best : T.tutor[isGrave ? "grave" : "almost"](showLoss(rules, played.loss, SHORT));
}

/**
 * The advantages of the best move, in a sentence.
 * @param {Judgement} judged
 */
export function reasonOf({ position, die, played, best }) {
  return whyInGame(position, die, played.move, best.move);
}

/**
 * What the best move and the one played are worth.
 * @param {Judgement} judged
 */
export function worthsOf({ judge, played, best }) {
  const { rules } = judge;
  return T.tutor.worths(moveInWords(best.play), showValue(rules, best.value, SHORT), showValue(rules, played.value, SHORT));
}

/**
 * The advantages of a move over another, by the reasons in a single game. In a match, the score may be the only reason.
 * @param {Position} position
 * @param {number} die
 * @param {string} played
 * @param {string} best
 */
export function whyInGame(position, die, played, best) {
  const { solution } = app;
  const { rules } = solution;
  const moves = solution.ranked(position, die);
  const [one, other] = [played, best].map((move) => /** @type {Ranked} */ (moves.find((it) => it.move === move)));
  return one.loss > other.loss
    ? whyWorse(rules, position, { ...one, loss: one.loss - other.loss }, other)
    : `${capital(T.match.atScore(best))}.`;
}
