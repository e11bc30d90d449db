// What all parts of the page share: what a part is, the rule set, drawing the part that is open, and messages.

/** @import { Mode } from "../records/address.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Position, Rules } from "../rules/rules.js" */
/** @import { Solution } from "../rules/solution.js" */
/** @import { Board, BoardHandlers, Scene } from "./board.js" */
/** @import { Child } from "./elements.js" */
import { SolutionError } from "../rules/solution.js";
import { T } from "../texts/language.js";
import { shareOf, SHORT, showValue } from "../texts/numbers.js";
import { errorInWords } from "../texts/words.js";
import { button, byId, make, refill } from "./elements.js";

/**
 * What stands in each place of a part of the page beside its board: what is said of the board, the tools, the list to choose
 * from, and what is read once. An empty place takes no space.
 * @typedef {Partial<Record<"says" | "tools" | "list" | "account", Child[]>>} Places
 */
/**
 * The board, and the bar of chances above it: the value to the light side, or `null` while it is hidden, shown by `rules`; the
 * names of the sides; and what is won or lost, if it is not this game.
 * @typedef {{scene: Scene, value: number | null, names: string[], rules?: Rules, what?: string}} Picture
 */
/**
 * A part of the page.
 * @typedef {object} View
 * @property {() => Places} places
 * @property {() => Picture} [picture] none for a part without a board
 * @property {Partial<BoardHandlers>} [handlers] of the board
 * @property {() => void} [shown] is called when everything was drawn
 * @property {() => void} [enter] is called when the part is opened
 * @property {() => void} [leave] is called when another part is opened
 * @property {() => void} [changeRules] is called when another rule set is chosen
 * @property {(rules: Rules) => void} [leaveRules] is called when the person has chosen another rule set, before the change
 * @property {() => void} [translate] is called when another language is chosen
 * @property {() => string} [address] what the part shows, as an address
 */

/**
 * What one part of the page asks of another.
 * @typedef {object} Doors
 * @property {(game: Game, at: number, dice?: number[]) => void} analyse a game after a number of turns, with a throw or that of the next turn
 * @property {(position: Position, seat: number, dice: number[]) => void} playFrom a position; `seat` is on roll
 * @property {(games: Game[], turn?: number) => void} review games that were played here, or a line at a turn
 * @property {() => boolean} analyseOwnGame analyses the game on the board; `false` if there is none that may be analysed
 * @property {() => {games: Game[], own: number}} gamesOnBoard the games that may be reviewed now, and the seat of the person; 2 for two people
 */

/** The places beside the board. @type {(keyof Places)[]} */
export const PLACES = ["says", "tools", "list", "account"];

export const app = {
  /** @type {Mode} */
  mode: "analyse",
  language: "en",
  /** The rule set that is chosen. @type {Rules} */
  rules: /** @type {any} */ (null),
  /** @type {Record<string, View>} */
  views: {},
  /** @type {Doors} */
  doors: /** @type {any} */ ({}),
  /** @type {string[]} */
  inside: [],
  /** @type {Solution | null} */
  opened: null,
  /** Is kept once what the first address names is shown, with its solution. */
  ready: Promise.resolve(),
  /** The address as it was typed, if a part of it is wrong. */
  typed: "",

  /** The solution of the rule set that is chosen. */
  get solution() {
    if (!this.opened) {
      throw new SolutionError("name", this.rules.name);
    }
    return this.opened;
  },

  /** The board of the part that is open. @type {Board} */
  board: /** @type {any} */ (null),

  /** Draws the part that is open, also after the language or the width has changed. */
  show() {
    const view = this.views[this.mode];
    this.draw();
    const places = view.places();
    for (const place of PLACES) {
      refill(byId(place), ...(places[place] ?? []));
    }
    view.shown?.();
  },

  /** Draws the board, and the bar above it. */
  draw() {
    const picture = this.views[this.mode].picture?.();
    if (picture) {
      showChances(picture);
      this.board.show(picture.scene);
    }
  },
};

/**
 * Says something to those who cannot see it.
 * @param {string} text
 */
export function announce(text) {
  const live = byId("live");
  const set = T.typeset(text);
  // A screen reader would not read the same text again.
  live.textContent = live.textContent === set ? `${set}\u00a0` : set;
}

/** Scrolls to what is said of the board, if the board covers it or the window ends above it. */
export function revealSays() {
  const [says, board] = [byId("says"), byId("board")].map((place) => place.getBoundingClientRect());
  const isBelow = says.left < board.right && board.left < says.right;
  if (says.top < (isBelow ? board.bottom - 1 : 0) || says.bottom > window.innerHeight) {
    byId("says").scrollIntoView({ block: "nearest" });
  }
}

let noticeTimer = 0;

/**
 * Shows a message above the page until the person closes it. An empty text closes the message that is shown.
 * @param {string} text
 * @param {number} [shownFor] milliseconds after which the message closes by itself
 */
export function notice(text, shownFor) {
  const host = byId("notice");
  window.clearTimeout(noticeTimer);
  if (shownFor !== undefined) {
    noticeTimer = window.setTimeout(() => notice(""), shownFor);
  }
  if (text === "") {
    host.replaceChildren();
    return;
  }
  host.replaceChildren(
    make(
      "p",
      {},
      text,
      button("×", () => notice(""), { class: "close", "aria-label": T.dismiss }),
    ),
  );
}

/**
 * Says that something was replaced, and offers to bring it back.
 * @param {string} text
 * @param {() => void} undo
 */
export function offerUndo(text, undo) {
  offer(text, T.undo.undo, undo, "undo-replaced");
}

/**
 * Says something, and offers to do what it suggests.
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 * @param {string} key
 */
export function offer(text, label, act, key) {
  const host = byId("offer");
  const press = () => {
    host.replaceChildren();
    notice("");
    attempt(act);
    focusPanel();
  };
  host.replaceChildren(
    make(
      "p",
      {},
      text,
      button(label, press, { "data-key": key }),
      button("×", () => host.replaceChildren(), { class: "close", "aria-label": T.dismiss }),
    ),
  );
  announce(text);
}

/** Whether the last input came from the keyboard. */
let isByKeyboard = false;
/** Whether the last input came from a finger, which cannot point at a thing without pressing on it. */
export let isByFinger = false;
window.addEventListener("keydown", () => ([isByKeyboard, isByFinger] = [true, false]), true);
window.addEventListener("pointerdown", ({ pointerType }) => ([isByKeyboard, isByFinger] = [false, pointerType !== "mouse"]), true);

/**
 * Moves the keyboard focus to the heading of the panel, if the element that had the focus is gone. The next Tab leads to the
 * first choice.
 */
export function focusPanel() {
  const active = document.activeElement;
  if (isByKeyboard && (active === null || active === document.body || active === byId("main"))) {
    const heading = byId("list").querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

/**
 * Runs work that may fail. If it fails, shows the reason.
 * @param {() => void} work
 */
export function attempt(work) {
  try {
    work();
  } catch (error) {
    notice(errorInWords(error));
  }
}

/** @param {Picture} picture */
function showChances({ value, names, rules = app.rules, what = "" }) {
  const host = byId("chances");
  if (value === null) {
    host.replaceChildren(make("p", { class: "chances idle" }, "\u00a0"));
    return;
  }
  const other = rules.doubleWin ? 0 - value : 1 - value;
  const full = make("span", { class: "full" });
  full.style.width = `${100 * shareOf(rules, value)}%`;
  host.replaceChildren(
    make(
      "p",
      { class: "chances" },
      what !== "" && make("span", { class: "small" }, what),
      chanceOf("light", names[0], showValue(rules, value, SHORT)),
      make("span", { class: "bar", "aria-hidden": "true" }, full),
      chanceOf("dark", names[1], showValue(rules, other, SHORT)),
    ),
  );
}

/**
 * The chance of a side, after its name. A name that is too long is cut off at its end; the number never is.
 * @param {string} side
 * @param {string} name
 * @param {string} value
 */
function chanceOf(side, name, value) {
  return make("span", { class: `who ${side}` }, make("span", { class: "name" }, name), " ", make("b", {}, value));
}
