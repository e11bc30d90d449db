// The tutor: what a choice was worth, and whether to take it back.

import type { Judge } from "../../facts/match.ts";
import type { Position } from "../../rules/rules.ts";
import type { Ranked } from "../../rules/solution.ts";
import { constants } from "../../rules/constants.ts";
import { capital } from "../../rules/writing.ts";
import { T } from "../../texts/language.ts";
import { SHORT, showLoss, showValue } from "../../texts/numbers.ts";
import { whyWorse } from "../../texts/reasons.ts";
import { moveInWords } from "../../texts/words.ts";
import { app } from "../../view/app.ts";

/** A choice, judged by the best move. After a grave mistake, the game waits for an answer. */
export type Judgement = { judge: Judge; position: Position; die: number; played: Ranked; best: Ranked; isGrave: boolean };

/** @param moves best first */
export function judgedMove(judge: Judge, position: Position, die: number, played: Ranked, [best]: Ranked[]): Judgement {
  const isGrave = judge.inPoints(played.loss) >= constants().doubtful;
  return { judge, position, die, played, best, isGrave };
}

/** What a choice was worth. */
export function verdictOf({ judge, played, isGrave }: Judgement) {
  const { rules } = judge;
  return played.loss === 0 ? T.tutor.best : T.tutor[isGrave ? "grave" : "almost"](showLoss(rules, played.loss, SHORT));
}

/** The advantages of the best move, in a sentence. */
export function reasonOf({ position, die, played, best }: Judgement) {
  return whyInGame(position, die, played.move, best.move);
}

/** What the best move and the one played are worth. */
export function worthsOf({ judge, played, best }: Judgement) {
  const { rules } = judge;
  return T.tutor.worths(moveInWords(best.play), showValue(rules, best.value, SHORT), showValue(rules, played.value, SHORT));
}

/** The advantages of a move over another, by the reasons in a single game. In a match, the score may be the only reason. */
export function whyInGame(position: Position, die: number, played: string, best: string) {
  const { solution } = app;
  const { rules } = solution;
  const moves = solution.ranked(position, die);
  const [one, other] = [played, best].map((move) => moves.find((it) => it.move === move) as Ranked);
  return one.loss > other.loss
    ? whyWorse(rules, position, { ...one, loss: one.loss - other.loss }, other)
    : `${capital(T.match.atScore(best))}.`;
}
