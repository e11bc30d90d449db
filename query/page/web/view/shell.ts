// What stands above every part of the page, and going from one part, rule set or language to another.

import type { Address, Mode } from "../records/address.ts";
import { MODES, writeAddress } from "../records/address.ts";
import { remember } from "../records/memory.ts";
import { openSolution } from "../rules/library.ts";
import { rulesNamed } from "../rules/rules.ts";
import { SolutionError } from "../rules/solution.ts";
import { LANGUAGES, speak, T } from "../texts/language.ts";
import { ruleSetName } from "../texts/words.ts";
import { app, PLACES } from "./app.ts";
import { Board } from "./board.ts";
import { button, byId, choice, make, refill } from "./elements.ts";

/** The address of a part of the page with the present rule set. */
export function addressOf(parts: Partial<Address>) {
  return writeAddress({ mode: "analyse", position: "", dice: "", rules: app.rules.name, ...parts });
}

/** What a part of the page shows, as an address. */
function addressOfPart(mode: Mode) {
  return app.views[mode]?.address?.() ?? addressOf({ mode });
}

/**
 * Number of changes of the address in ten seconds after which a further change waits: browsers refuse more than one or two
 * hundred changes in half a minute.
 */
const MOST_CHANGES = 30;
/** Time in milliseconds for which such a change waits. */
const ADDRESS_PAUSE = 400;
let addressTimer = 0;
/** Times of the changes of the address in the last ten seconds. */
let addressTimes: number[] = [];

/** Puts an address where the browser shows it. A new entry of the history is made for a step that Back should undo. */
export function setAddress(hash: string, isStep: boolean, state: Record<string, unknown> = {}) {
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
export function forgetAddress() {
  window.clearTimeout(addressTimer);
}

/** Draws the links to the parts of the page. */
function showModes() {
  const links = MODES.map((mode) =>
    make(
      "a",
      {
        href: addressOfPart(mode),
        class: "mode",
        "data-key": `mode-${mode}`,
        "aria-current": mode === app.mode ? "page" : null,
        // From a game, the analysis shows that game.
        click: (event: Event) =>
          mode === "analyse" && app.mode === "play" && app.doors.analyseOwnGame() && event.preventDefault(),
      },
      T.modes[mode],
    ),
  );
  const nav = byId("modes");
  nav.setAttribute("aria-label", T.modesLabel);
  refill(nav, ...links);
}

/** Draws what stands above every part: the title, the links, the rule set and the language. */
export function showTop() {
  document.documentElement.lang = app.language;
  document.title = T.typeset(T.says(T.title, T.modes[app.mode]));
  byId("title").textContent = T.title;
  // `main` gets the keyboard focus if the element that had the focus is gone.
  byId("main").setAttribute("aria-label", T.modes[app.mode]);
  showModes();
  const names: [string, string][] = app.inside.map((name) => [name, ruleSetName(name)]);
  const rules =
    names.length > 1 && choice(T.ruleSet, names, app.rules.name, (name) => void changeRules(name, true), "rules");
  // There are two languages, so one button is enough: it switches to the other.
  const codes = Object.keys(LANGUAGES);
  const next = codes[(codes.indexOf(app.language) + 1) % codes.length];
  const language = button(next.toUpperCase(), () => changeLanguage(next), {
    class: "language",
    lang: next,
    "aria-label": `${next.toUpperCase()}: ${LANGUAGES[next].language}`,
    title: LANGUAGES[next].language,
    "data-key": "language",
  });
  refill(byId("choices"), rules, language);
}

function changeLanguage(code: string) {
  app.language = code;
  speak(code);
  for (const view of Object.values(app.views)) {
    view.translate?.();
  }
  remember("language", code);
  showTop();
  app.show();
}

/**
 * Opens the solution of a rule set and switches to this rule set.
 * @param isChosen whether the person chose it, not an address
 */
export async function changeRules(name: string, isChosen: boolean) {
  const rules = rulesNamed(name);
  if (!rules) {
    throw new SolutionError("unknown", name);
  }
  if (!app.inside.includes(name)) {
    throw new SolutionError("name", name);
  }
  const solution = await openSolution(name);
  if (rules === app.rules && app.opened) {
    return;
  }
  for (const view of isChosen ? Object.values(app.views) : []) {
    view.leaveRules?.(rules);
  }
  app.rules = rules;
  app.opened = solution;
  for (const view of Object.values(app.views)) {
    view.changeRules?.();
  }
  if (isChosen) {
    setAddress(addressOfPart(app.mode), true);
    showTop();
    app.show();
  }
}

/** Switches to a part of the page, without drawing it. */
export function leaveMode(mode: Mode) {
  const before = app.mode;
  const isHere = byId("main").contains(document.activeElement);
  if (before !== mode) {
    app.views[before].leave?.();
    window.scrollTo(0, 0);
  }
  app.mode = mode;
  for (const id of before === mode ? [] : ["chances", "board", ...PLACES]) {
    byId(id).replaceChildren();
  }
  if (isHere && !byId("main").contains(document.activeElement)) {
    byId("main").focus({ preventScroll: true });
  }
  byId("main").className = mode;
  app.board = new Board(byId("board"), app.views[mode].handlers);
  app.views[mode].enter?.();
  showTop();
}
