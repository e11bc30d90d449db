// What all parts of the page share: the texts, the rule set, the places to show things, and the address.
"use strict";

/** @typedef {typeof TEXTS_EN} Texts */
/** @type {Texts} The texts of the language that is shown. */
let T = TEXTS_EN;

/** @type {Record<string, Texts>} */
const LANGUAGES = { en: TEXTS_EN, fr: TEXTS_FR };

/**
 * A part of the page.
 * @typedef {object} View
 * @property {() => void} show draws everything, also after the language or the width has changed
 * @property {() => void} [enter] is called when the part is opened
 * @property {() => void} [leave] is called when another part is opened
 * @property {() => void} [changeRules] is called when another rule set is chosen
 */

const app = {
  /** @type {Mode} */
  mode: "analyse",
  language: "en",
  /** The rule set that is chosen. @type {Rules} */
  rules: /** @type {any} */ (null),
  /** @type {Record<string, View>} */
  views: {},
  /** @type {string[]} */
  inside: [],
  /** @type {Solution | null} */
  opened: null,
  /** The address as it was typed, if a part of it is wrong. */
  typed: "",

  /** The solution of the rule set that is chosen. */
  get solution() {
    if (!this.opened) {
      throw new SolutionError("name", this.rules.name);
    }
    return this.opened;
  },

  /** Shows the part that is open. */
  show() {
    this.views[this.mode].show();
  },
};

/**
 * Says something to those who cannot see it.
 * @param {string} text
 */
function announce(text) {
  const live = byId("live");
  const set = T.typeset(text);
  // A screen reader would not read the same text again.
  live.textContent = live.textContent === set ? `${set}\u00a0` : set;
}

let noticeTimer = 0;

/**
 * Shows a message above the page until the person closes it. An empty text closes the message that is shown.
 * @param {string} text
 * @param {number} [shownFor] milliseconds after which the message closes by itself
 */
function notice(text, shownFor) {
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
function offerUndo(text, undo) {
  offer(text, T.undo.undo, undo, "undo-replaced");
}

/**
 * Says something, and offers to do what it suggests.
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 * @param {string} key
 */
function offer(text, label, act, key) {
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
let isByFinger = false;
window.addEventListener("keydown", () => ([isByKeyboard, isByFinger] = [true, false]), true);
window.addEventListener("pointerdown", ({ pointerType }) => ([isByKeyboard, isByFinger] = [false, pointerType !== "mouse"]), true);

/**
 * Moves the keyboard focus to the heading of the panel, if the element that had the focus is gone. The next Tab leads to the
 * first choice.
 */
function focusPanel() {
  const active = document.activeElement;
  if (isByKeyboard && (active === null || active === document.body || active === byId("main"))) {
    const heading = byId("panel").querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

/**
 * A text of a file with its control and format characters made visible, except those that join letters or keep them apart: names
 * in Persian and many others have them.
 * @param {string} text
 */
function printable(text) {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Runs work that may fail. If it fails, shows the reason.
 * @param {() => void} work
 */
function attempt(work) {
  try {
    work();
  } catch (error) {
    notice(errorInWords(error));
  }
}

/**
 * The bar of chances above the board.
 * @param {number | null} value to the light side; `null` hides it
 * @param {string[]} names of the sides
 * @param {Rules} rules by which it is shown
 * @param {string} what is won or lost, if it is not this game
 */
function showChances(value, names, rules = app.rules, what = "") {
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

/**
 * The address of a part of the page with the present rule set.
 * @param {Partial<Address>} parts
 */
function addressOf(parts) {
  return writeAddress({ mode: "analyse", position: "", dice: "", rules: app.rules.name, ...parts });
}

/**
 * Number of changes of the address in ten seconds after which a further change waits: browsers refuse more than one or two
 * hundred changes in half a minute.
 */
const MOST_CHANGES = 30;
/** Time in milliseconds for which such a change waits. */
const ADDRESS_PAUSE = 400;
let addressTimer = 0;
/** Times of the changes of the address in the last ten seconds. @type {number[]} */
let addressTimes = [];

/**
 * Puts an address where the browser shows it. A new entry of the history is made for a step that Back should undo.
 * @param {string} hash
 * @param {boolean} isStep
 * @param {Record<string, unknown>} state
 */
function setAddress(hash, isStep, state = {}) {
  const write = () => {
    addressTimes.push(performance.now());
    try {
      history[isStep && location.hash !== hash ? "pushState" : "replaceState"]({ ...state, rules: app.rules.name }, "", hash);
    } catch {
      // The browser refuses the change. The page works without it, and the next change is written.
    }
  };
  if (isStep) {
    app.typed = "";
  }
  forgetAddress();
  addressTimes = addressTimes.filter((time) => performance.now() - time < 10_000);
  if (isStep || addressTimes.length < MOST_CHANGES) {
    write();
  } else {
    addressTimer = window.setTimeout(write, ADDRESS_PAUSE);
  }
  showModes();
}

/** Gives up an address that waits to be written. */
function forgetAddress() {
  window.clearTimeout(addressTimer);
}

/** Draws the links to the parts of the page. */
function showModes() {
  const links = MODES.map((mode) => {
    const isShown = app.views.analyse !== undefined;
    const href =
      mode === "analyse" && isShown ? analyseAddress() : mode === "review" && isShown ? reviewAddress() : addressOf({ mode });
    return make(
      "a",
      { href, class: "mode", "data-key": `mode-${mode}`, "aria-current": mode === app.mode ? "page" : null },
      T.modes[mode],
    );
  });
  const nav = byId("modes");
  nav.setAttribute("aria-label", T.modesLabel);
  refill(nav, ...links);
}
