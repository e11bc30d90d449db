// The curve of a game: the value to the light side, turn by turn, with its axes, and the mistakes as marks that lead to
// their turns.

import type { Review, Slip } from "../facts/review.ts";
import { mistakesOf } from "../facts/review.ts";
import { T } from "../texts/language.ts";
import { percent, REVIEWED, shareOf, SHORT, showLoss, showValue, signed } from "../texts/numbers.ts";
import { namesOf } from "../texts/words.ts";
import { app } from "./app.ts";
import { draw, inElements, make } from "./elements.ts";
import { isNarrow } from "./geometry.ts";

/** Maximum number of marks that can be reached by Tab. */
const MOST_MARKS = 60;

/**
 * The curve, and below it the value of the turn that is shown or pointed at.
 * @param at the turn that is shown; 0 is before the first
 * @param named a mistake in words
 */
export function drawCurve(review: Review, at: number, named: (mistake: Slip) => string, choose: (turn: number) => void) {
  const { game } = review;
  const { rules } = game;
  const names = namesOf(game);
  const isSmall = isNarrow.matches;
  const [width, height] = isSmall ? [360, 150] : [600, 180];
  const [left, right, top, bottom] = [isSmall ? 44 : 50, width - 10, 10, height - 22];
  const ends = review.resigned ? [review.resigned.chance] : [];
  const values = [review.start, ...review.turns.map((turn) => turn.chance), ...ends].map((value) =>
    game.first === 0 ? value : app.solution.flip(value),
  );
  const last = values.length - 1;
  const step = (right - left) / Math.max(last, 1);
  const x = (turn: number): number => left + turn * step;
  const heightOf = (share: number): number => top + (1 - share) * (bottom - top);
  const y = (value: number): number => heightOf(shareOf(rules, value));
  const readout = make("p", { class: "readout" });
  const read = (turn: number) => {
    readout.replaceChildren(...inElements(T.review.readout(turn, names[0], showValue(rules, values[turn], SHORT))));
  };
  read(at);
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "curve",
    role: "group",
    "aria-label": T.review.curve(names[0]),
  });
  const line = values
    .map((value, turn) => `${turn === 0 ? "M" : "L"}${x(turn).toFixed(2)} ${y(value).toFixed(2)}`)
    .join("");
  svg.append(
    draw("rect", { class: "paper", x: left, y: top, width: right - left, height: bottom - top }),
    draw("path", { class: "area", d: `${line}L${x(last).toFixed(2)} ${bottom}L${left} ${bottom}Z` }),
  );
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const value = rules.doubleWin ? 4 * share - 2 : share;
    svg.append(
      draw("path", { class: "grid", d: `M${left} ${heightOf(share)}H${right}` }),
      draw(
        "text",
        { class: "tick", x: left - 5, y: heightOf(share) + 4, "text-anchor": "end" },
        rules.doubleWin ? signed(value, 0) : percent(value, 0),
      ),
    );
  }
  // Label turn 0 and at most ten later turns.
  const gap = [1, 2, 5, 10, 20, 50, 100].find((gap) => last / gap <= 10) ?? Math.ceil(last / 10);
  for (let turn = 0; turn <= last; turn += gap) {
    svg.append(draw("text", { class: "tick", x: x(turn), y: height - 6, "text-anchor": "middle" }, String(turn)));
  }
  svg.append(
    draw("path", { class: "now", d: `M${x(at).toFixed(2)} ${top}V${bottom}` }),
    draw("path", { class: "values", d: line }),
  );
  for (const it of mistakesOf(review).slice(0, MOST_MARKS)) {
    const { number } = it;
    const [cx, cy] = [x(number), y(values[number])];
    const mark = {
      class: "mark",
      role: "button",
      tabindex: 0,
      "data-key": `mark-${number}`,
      "aria-label": `${named(it)}, ${T.review.gave(showLoss(rules, it.loss, REVIEWED))}`,
      focus: () => read(number),
      blur: () => read(at),
      keydown: (event: KeyboardEvent) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          choose(Math.min(number, review.turns.length));
        }
      },
    };
    const size = it.mark === "" ? 3 : 5;
    const sign =
      it.seat === 0
        ? draw("circle", { class: "slip light", cx, cy, r: size + 1 })
        : draw("path", {
            class: "slip dark",
            d: `M${cx - size} ${cy - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`,
          });
    // A finger needs more room than the sign has.
    svg.append(draw("g", mark, draw("circle", { class: "reach", cx, cy, r: 18 }), sign));
  }
  const turnAt = (event: MouseEvent): number => {
    const box = svg.getBoundingClientRect();
    const turn = Math.round((((event.clientX - box.left) / box.width) * width - left) / step);
    return Math.min(Math.max(turn, 0), last);
  };
  svg.addEventListener("pointermove", (event) => read(turnAt(event)));
  svg.addEventListener("pointerleave", () => read(at));
  svg.addEventListener("click", (event) => choose(Math.min(turnAt(event), review.turns.length)));
  return make("div", { class: "curve-box" }, svg, readout);
}
