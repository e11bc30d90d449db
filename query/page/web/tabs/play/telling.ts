// What a game says: the events since the last choice, and what is announced.

import { announce } from "../../view/app.ts";

/** Time in milliseconds within which events are announced together. */
const TOLD_TOGETHER = 120;
/** Maximum number of sentences that are kept about events since the last choice. */
const MOST_SAID = 40;

export const telling = {
  /** Sentences about the events since the last choice. */
  said: [] as string[],
  /** Number of sentences in `said` before those of the current turn. */
  before: 0,
  /** Sentences that are still to be announced. */
  untold: [] as string[],
  timer: 0,
};

/** Says only these sentences from now on. */
export function sayOnly(...sentences: string[]) {
  telling.said = sentences;
  telling.before = 0;
}

/** Says the last turn in one sentence, in place of what was said of it before. */
export function sayTurn(sentence: string) {
  telling.said.splice(telling.before, Infinity, sentence);
  telling.said = telling.said.slice(-MOST_SAID);
}

/** Announces an event together with those that follow at once, since an announcement cuts off the announcement before. */
export function tell(text: string) {
  if (!telling.untold.includes(text)) {
    telling.untold.push(text);
  }
  window.clearTimeout(telling.timer);
  telling.timer = window.setTimeout(() => announce(telling.untold.splice(0).join(" ")), TOLD_TOGETHER);
}
