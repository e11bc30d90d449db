// The curve of a game: the value to the light side, turn by turn.
"use strict";

/**
 * @param {Review} review
 * @param {number} at the turn that is shown; 0 is before the first
 * @param {(turn: number) => void} choose
 */
function drawCurve(review, at, choose) {
  const { rules } = review.game;
  const [width, height, edge] = [600, 180, 10];
  const ends = review.resigned ? [review.resigned.chance] : [];
  const values = [review.start, ...review.turns.map((turn) => turn.chance), ...ends].map((value) =>
    review.game.first === 0 ? value : app.solution.flip(value),
  );
  const step = (width - 2 * edge) / Math.max(values.length - 1, 1);
  /** @type {(turn: number) => number} */
  const x = (turn) => edge + turn * step;
  /** @type {(value: number) => number} */
  const y = (value) => edge + (1 - shareOf(rules, value)) * (height - 2 * edge);
  const names = review.game.names;
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "curve",
    role: "img",
    "aria-label": T.review.curve(names[0]),
  });
  const line = values
    .map((value, turn) => `${turn === 0 ? "M" : "L"}${x(turn).toFixed(2)} ${y(value).toFixed(2)}`)
    .join("");
  svg.append(
    draw("path", {
      class: "area",
      d: `${line}L${x(values.length - 1).toFixed(2)} ${height - edge}L${edge} ${height - edge}Z`,
    }),
    draw("path", { class: "middle", d: `M${edge} ${height / 2}H${width - edge}` }),
    draw("path", { class: "now", d: `M${x(at).toFixed(2)} ${edge}V${height - edge}` }),
    draw("path", { class: "values", d: line }),
  );
  const steps = review.turns.map(({ mark, turn }) => ({ mark, seat: turn.seat }));
  [...steps, ...(review.resigned ? [review.resigned] : [])].forEach(({ mark, seat }, index) => {
    if (mark !== "") {
      const [cx, cy] = [x(index + 1), y(values[index + 1])];
      svg.append(
        seat === 0
          ? draw("circle", { class: "slip light", cx, cy, r: 6 })
          : draw("path", { class: "slip dark", d: `M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10` }),
      );
    }
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const turn = Math.round((((event.clientX - box.left) / box.width) * width - edge) / step);
    choose(Math.min(Math.max(turn, 0), review.turns.length));
  });
  return svg;
}
