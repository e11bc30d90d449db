// The tutor: what a choice was worth, and whether to take it back.
"use strict";

/**
 * What the tutor says of a choice; `why` is what the best move does better, empty for a best move.
 * @typedef {{loss: number, isGrave: boolean, text: string, why: string}} Judgement
 */

/**
 * Judges a choice. A grave one has the game wait for an answer.
 * @param {Judge} judge
 * @param {Position} position
 * @param {number} die
 * @param {Ranked} played
 * @param {Ranked[]} moves best first
 * @returns {Judgement}
 */
function judgedMove(judge, position, die, played, moves) {
  const { loss } = played;
  const isGrave = judge.inPoints(loss) >= constants().doubtful;
  const why = loss === 0 ? "" : whyInGame(position, die, played.move, moves[0].move);
  const amount = lossInShort(judge.rules, loss);
  const text = loss === 0 ? T.tutor.best : isGrave ? T.tutor.grave(amount) : T.tutor.almost(amount);
  return { loss, isGrave, text, why };
}

/**
 * What a move does better than another, by the reasons of a game by itself; in a match the score may be the only one.
 * @param {Position} position
 * @param {number} die
 * @param {string} played
 * @param {string} best
 */
function whyInGame(position, die, played, best) {
  const { solution } = app;
  const { rules } = solution;
  const moves = solution.ranked(position, die);
  const [one, other] = [played, best].map((move) => /** @type {Ranked} */ (moves.find((it) => it.move === move)));
  return one.loss > other.loss ? whyWorse(rules, position, { ...one, loss: one.loss - other.loss }, other) : T.match.atScore(best);
}

/**
 * A loss with the digits that matter at the table.
 * @param {Rules} rules
 * @param {number} loss
 */
function lossInShort(rules, loss) {
  const [scale, decimals, unit] = rules.doubleWin ? [1, 2, ` ${T.points}`] : [100, 1, " %"];
  const smallest = 10 ** -decimals;
  return scale * loss < smallest
    ? T.lessThan(`${decimal(smallest, decimals)}${unit}`)
    : `${decimal(scale * loss, decimals)}${unit}`;
}

/** @param {Judgement} judged */
function judgementInWords({ isGrave, text, why }) {
  return isGrave ? `${text} ${capital(why)}.` : text;
}

/** The question of the tutor, while the game waits for its answer. */
function tutorPanel() {
  const { judged } = playing;
  return [
    make("h2", {}, judged?.text ?? ""),
    make("p", {}, capital(`${judged?.why}.`)),
    make(
      "div",
      { class: "tools" },
      button(T.tutor.takeBack, takeBack, { class: "primary", "data-key": "take-back" }),
      button(T.tutor.playOn, playOn, { "data-key": "play-on" }),
    ),
  ];
}

/** Goes on after a move that the tutor judged. */
function playOn() {
  playing.phase = "roll";
  proceed();
}
