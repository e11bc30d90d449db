// The start of the page: chooses the language, the solutions and the part to show; and follows changes of the address.

import type { Address } from "./records/address.ts";
import type { Rules } from "./rules/rules.ts";
import { readAddress } from "./records/address.ts";
import { isDate } from "./records/day.ts";
import { remembered } from "./records/memory.ts";
import { openConstants } from "./rules/constants.ts";
import { breathe, rulesInside } from "./rules/library.ts";
import { rulesNamed } from "./rules/rules.ts";
import { analyseGame, noteAnalysis, openAnalysis } from "./tabs/analyse/analysis.ts";
import { analyseView } from "./tabs/analyse/view.ts";
import { openFriend } from "./tabs/play/friend-steps.ts";
import { isGameKept } from "./tabs/play/kept.ts";
import { openDay, playFrom } from "./tabs/play/steps.ts";
import { analyseOwnGame } from "./tabs/play/tools.ts";
import { gamesOnBoard, playView } from "./tabs/play/view.ts";
import { openQuestion, practiseAddress } from "./tabs/practise/practice.ts";
import { practiseView } from "./tabs/practise/view.ts";
import { acceptDrops, noteReview, openLink, reviewGames, reviewing } from "./tabs/review/reviewing.ts";
import { reviewView } from "./tabs/review/view.ts";
import { rulesView } from "./tabs/rules/view.ts";
import { LANGUAGES, speak, T } from "./texts/language.ts";
import { errorInWords } from "./texts/words.ts";
import { app, notice } from "./view/app.ts";
import { isNarrow, isShallow } from "./view/geometry.ts";
import { changeRules, forgetAddress, leaveMode, setAddress } from "./view/shell.ts";
import { noteShown } from "./view/tourne.ts";
import { acceptPrinting } from "./paper.ts";

/** Maximum length of a message about an address, in characters. */
const LONGEST_NOTICE = 390;

/** Number of addresses that were followed: one that waits for its solution gives way to a later one. */
let followed = 0;

/**
 * Shows what the address names. If parts of it are invalid, a message says which, and the address stays as it was typed.
 * @param state of the entry in the browser's history
 */
async function followAddress(state: unknown) {
  const address = readAddress(location.hash);
  followed += 1;
  const now = followed;
  const before = (state as { rules?: string } | null)?.rules ?? "";
  const known = app.inside.includes(before) ? before : app.opened ? app.rules.name : "";
  const usual = app.inside.includes("standard") ? "standard" : app.inside[0];
  const faults: string[] = [];
  const named = address.rules || (address.mode !== "analyse" && known) || usual;
  if (!app.opened && app.inside.includes(named)) {
    app.rules = rulesNamed(named) as Rules;
    await showEarly(address);
  }
  try {
    await changeRules(named, false);
  } catch (error) {
    faults.push(errorInWords(error));
    await changeRules(app.opened ? app.rules.name : app.inside[0], false);
  }
  if (now !== followed) {
    return;
  }
  if (address.mode === "review") {
    faults.push(...(await openLink(address.link === undefined ? "" : `#review:${address.link}`, state)));
  } else if (address.mode === "analyse") {
    faults.push(...openAnalysis(address, state));
  } else if (address.mode === "practise") {
    faults.push(...openQuestion(address));
  } else if (address.day !== undefined && !isDate(address.day)) {
    faults.push(T.link.unknown(`daily=${address.day}`));
  }
  // A game with a friend that can be shown puts its own link there.
  app.typed = faults.length > 0 || address.friend !== undefined ? location.hash : "";
  leaveMode(address.mode);
  if (address.day !== undefined && faults.length === 0) {
    openDay(address.day);
  }
  if (address.friend !== undefined && faults.length === 0) {
    faults.push(openFriend(address.friend));
  }
  if (address.mode === "practise" && faults.length === 0) {
    setAddress(practiseAddress(), false);
  }
  if (address.mode === "analyse" && faults.length === 0) {
    noteAnalysis(false);
  }
  if (reviewing.review && address.mode === "review" && address.link === undefined) {
    noteReview(false);
  }
  app.show();
  notice(faults.join(" ").slice(0, LONGEST_NOTICE));
}

/**
 * Shows the settings of a new game before the solution is unpacked, which takes longer than all else and which they do not
 * need.
 */
async function showEarly({ mode, day, friend }: Address) {
  if (mode === "play" && day === undefined && friend === undefined && !isGameKept()) {
    leaveMode(mode);
    app.show();
    await breathe();
  }
}

/** Follows a link to a part of the page also where such links lead elsewhere: in a frame of a text, or under a `base`. */
function keepLinksHere() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const isElsewhere = document.baseURI.split("#")[0] !== location.href.split("#")[0];
    if (link && isElsewhere && !event.defaultPrevented) {
      event.preventDefault();
      location.hash = link.getAttribute("href") ?? "";
    }
  });
}

/** Shows errors of the page's own scripts, which nobody would see otherwise. */
function catchFaults() {
  window.addEventListener("error", (event) => {
    event.preventDefault();
    notice(errorInWords(event.error ?? event.message));
  });
  window.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    notice(errorInWords(event.reason));
  });
}

/** Hides what the page says where it does not run: not in the document, since a saved copy may not run. */
function hideStill() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#still { display: none; }");
  document.adoptedStyleSheets = [sheet];
}

/** Empties what the page fills: a browser that saved the page saved what it showed then. */
function emptyAll() {
  for (const host of document.querySelectorAll("#modes, #choices, #toasts > div, #main section, #paper, #live, #meaning")) {
    host.replaceChildren();
  }
}

async function begin() {
  catchFaults();
  keepLinksHere();
  emptyAll();
  await openConstants();
  const wanted = remembered("language", navigator.language.slice(0, 2).toLowerCase());
  app.language = Object.hasOwn(LANGUAGES, wanted) ? wanted : "en";
  speak(app.language);
  app.views = { play: playView, analyse: analyseView, practise: practiseView, review: reviewView, rules: rulesView };
  app.doors = { analyse: analyseGame, playFrom, review: reviewGames, analyseOwnGame, gamesOnBoard };
  app.inside = rulesInside();
  if (app.inside.length === 0) {
    notice(T.noSolution);
    return;
  }
  app.rules = rulesNamed(app.inside[0]) as Rules;
  // The event also comes when an address is typed, or a link to a part of the page is followed.
  window.addEventListener("popstate", (event) => {
    forgetAddress();
    void followAddress(event.state);
  });
  app.ready = followAddress(history.state);
  await app.ready;
  for (const size of [isNarrow, isShallow]) {
    // Paper has a width of its own, for which only what is printed is drawn.
    size.addEventListener("change", () => window.matchMedia("print").matches || app.show());
  }
  acceptDrops();
  acceptPrinting();
  noteShown();
}

if ((globalThis as any).isAble) {
  hideStill();
  document.addEventListener("DOMContentLoaded", () => void begin());
}
