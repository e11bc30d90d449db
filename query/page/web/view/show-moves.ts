// Moves as a list: in words and in the notation, with the value of each, its loss, and a bar.

import type { EndTable, Ends } from "../facts/ends.ts";
import type { Position, Rules } from "../rules/rules.ts";
import type { Ranked } from "../rules/solution.ts";
import type { Digits } from "../texts/numbers.ts";
import type { Pointed } from "./choosing.ts";
import { factsOf } from "../facts/facts.ts";
import { capital } from "../rules/writing.ts";
import { T } from "../texts/language.ts";
import { shareOf, showLoss, showValue } from "../texts/numbers.ts";
import { whyWorse } from "../texts/reasons.ts";
import { dangerInShort, moveInWords, reasonsInWords, valueOf } from "../texts/words.ts";
import { isByFinger } from "./app.ts";
import { arrowInLegend } from "./board.ts";
import { button, make } from "./elements.ts";

interface MoveList {
  rules: Rules;
  position: Position;
  die: number;
  /** The moves in the order in which they are shown. */
  moves: Ranked[];
  /** Whether values and reasons are shown. */
  values: boolean;
  /** Number of digits of the values. */
  digits?: Digits;
  /** The move that is shown in full. */
  selected?: string | null;
  ends?: EndTable | null;
  press: (ranked: Ranked, isFinger: boolean) => void;
  /** Where a finger taps twice: the move that it points at. */
  touch?: Pointed;
  /** A move is pointed at; null when it is no longer. */
  point?: (ranked: Ranked | null) => void;
  /** Plays the selected move. */
  play?: ((ranked: Ranked) => void) | null;
}

export function moveList(list: MoveList) {
  return make("ol", { class: "moves" }, ...list.moves.map((ranked) => moveItem(list, ranked)));
}

/** Whose chances the values are, above a list of moves. */
export function valuesAreOf(rules: Rules, name: string) {
  return make("p", { class: "small values-are" }, valueOf(rules, name));
}

function moveItem(list: MoveList, ranked: Ranked) {
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
    pointerenter: (event: PointerEvent) => event.pointerType === "mouse" && list.point?.(ranked),
    pointerleave: (event: PointerEvent) => event.pointerType === "mouse" && list.point?.(null),
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

function endsAfter(list: MoveList, ranked: Ranked): Ends | null {
  if (!list.ends) {
    return null;
  }
  const { won, wonDouble, lost, lostDouble } = list.ends.of(ranked.play.next);
  return { won: lost, wonDouble: lostDouble, lost: won, lostDouble: wonDouble };
}

/** A bar of a value. */
export function bar(rules: Rules, value: number) {
  const full = make("span", { class: "full" });
  full.style.width = `${100 * shareOf(rules, value)}%`;
  return make("span", { class: "bar", "aria-hidden": "true" }, full);
}

/**
 * What the two arrows after a wrong answer stand for.
 * @param text about the other move
 */
export function arrowLegend(best: Ranked, other: Ranked, text: string) {
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

/** Moves in the order of the men, which gives nothing away. */
export function inOrder(moves: Ranked[]) {
  return [...moves].sort((one, other) => one.play.man - other.play.man);
}
