// Moves as a list: in words and in the notation, with the value of each, its loss, and a bar.

/** @import { EndTable, Ends } from "../facts/ends.js" */
/** @import { Position, Rules } from "../rules/rules.js" */
/** @import { Ranked } from "../rules/solution.js" */
/** @import { Digits } from "../texts/numbers.js" */
/** @import { Pointed } from "./choosing.js" */
import { factsOf } from "../facts/facts.js";
import { capital } from "../rules/writing.js";
import { T } from "../texts/language.js";
import { shareOf, showLoss, showValue } from "../texts/numbers.js";
import { whyWorse } from "../texts/reasons.js";
import { dangerInShort, moveInWords, reasonsInWords, valueOf } from "../texts/words.js";
import { isByFinger } from "./app.js";
import { arrowInLegend } from "./board.js";
import { button, make } from "./elements.js";

/**
 * @typedef {object} MoveList
 * @property {Rules} rules
 * @property {Position} position
 * @property {number} die
 * @property {Ranked[]} moves in the order in which they are shown
 * @property {boolean} values show values and reasons
 * @property {Digits} [digits] of the values
 * @property {string | null} [selected] the move that is shown in full
 * @property {EndTable | null} [ends]
 * @property {(ranked: Ranked, isFinger: boolean) => void} press
 * @property {Pointed} [touch] where a finger taps twice: the move that it points at
 * @property {(ranked: Ranked | null) => void} [point] a move is pointed at; null when it is no longer
 * @property {((ranked: Ranked) => void) | null} [play] plays the selected move
 */

/** @param {MoveList} list */
export function moveList(list) {
  return make("ol", { class: "moves" }, ...list.moves.map((ranked) => moveItem(list, ranked)));
}

/**
 * Whose chances the values are, above a list of moves.
 * @param {Rules} rules
 * @param {string} name
 */
export function valuesAreOf(rules, name) {
  return make("p", { class: "small values-are" }, valueOf(rules, name));
}

/**
 * @param {MoveList} list
 * @param {Ranked} ranked
 */
function moveItem(list, ranked) {
  const { rules, position, die, values, digits } = list;
  const isSelected = list.selected === ranked.move;
  const key = `move-${die}-${ranked.move}`;
  const facts = values ? factsOf(rules, position, ranked.play) : null;
  const lines = facts ? reasonsInWords(rules, ranked.play, facts, isSelected ? endsAfter(list, ranked) : null) : [];
  const isTouched = list.touch?.isTouched === true && list.touch.pointed?.move === ranked.move;
  const row = button(null, () => list.press(ranked, isByFinger), {
    class: `move${values && ranked.loss === 0 ? " best" : ""}${isSelected || isTouched ? " selected" : ""}`,
    "data-key": key,
    "data-move": ranked.move,
    "data-value": ranked.value,
    "data-loss": ranked.loss,
    "aria-pressed": list.selected === undefined ? null : String(isSelected),
    pointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && list.point?.(ranked),
    pointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && list.point?.(null),
    focus: () => isByFinger || list.point?.(ranked),
    // Later: if the board were redrawn now, the man that gets the focus would be gone before it has it.
    blur: () => isByFinger || window.setTimeout(() => list.point?.(null)),
  });
  row.append(
    make(
      "span",
      { class: "line" },
      make("span", { class: "words" }, capital(moveInWords(ranked.play)), " ", make("code", {}, ranked.move)),
      values && make("span", { class: "value" }, showValue(rules, ranked.value, digits)),
      // Its space is kept free before it is shown, so that no move shifts under a finger.
      list.touch &&
        make("span", { class: `small tap-again${isTouched ? "" : " unshown"}`, "aria-hidden": "true" }, T.tapAgain("").trim()),
    ),
  );
  if (facts) {
    const only = list.moves.length === 1;
    const verdict = only
      ? T.analyse.only
      : ranked.loss === 0
        ? `★ ${T.analyse.best}`
        : T.analyse.givesAway(showLoss(rules, ranked.loss, digits));
    const short = facts.wins ? lines[0] : dangerInShort(rules, facts);
    row.append(
      make(
        "span",
        { class: "line small" },
        make("span", {}, isSelected ? "" : short),
        make("span", { class: "loss" }, verdict),
      ),
      bar(rules, ranked.value),
    );
    if (isSelected) {
      if (ranked.loss > 0) {
        lines.push(whyWorse(rules, position, ranked, list.moves[0]));
      }
      row.append(make("span", { class: "reasons" }, ...lines.map((line) => make("span", {}, line))));
    }
  }
  const item = make("li", {}, row);
  if (isSelected && list.play) {
    item.append(
      button(T.analyse.playIt, () => list.play?.(ranked), { class: "primary go", "data-key": `${key}-play` }),
    );
  }
  return item;
}

/**
 * @param {MoveList} list
 * @param {Ranked} ranked
 * @returns {Ends | null}
 */
function endsAfter(list, ranked) {
  if (!list.ends) {
    return null;
  }
  const { won, wonDouble, lost, lostDouble } = list.ends.of(ranked.play.next);
  return { won: lost, wonDouble: lostDouble, lost: won, lostDouble: wonDouble };
}

/**
 * A bar of a value.
 * @param {Rules} rules
 * @param {number} value
 */
export function bar(rules, value) {
  const full = make("span", { class: "full" });
  full.style.width = `${100 * shareOf(rules, value)}%`;
  return make("span", { class: "bar", "aria-hidden": "true" }, full);
}

/**
 * What the two arrows after a wrong answer stand for.
 * @param {Ranked} best
 * @param {Ranked} other
 * @param {string} text about the other move
 */
export function arrowLegend(best, other, text) {
  return (
    other.loss > 0 &&
    make(
      "div",
      { class: "arrows small" },
      make("p", {}, arrowInLegend("arrow"), T.practise.bestArrow(moveInWords(best.play))),
      make("p", {}, arrowInLegend("arrow other"), text),
    )
  );
}

/**
 * Moves in the order of the men, which gives nothing away.
 * @param {Ranked[]} moves
 */
export function inOrder(moves) {
  return [...moves].sort((one, other) => one.play.man - other.play.man);
}
