// The start of the page: chooses the language, the solutions and the part to show; and follows changes of the address.
"use strict";

/** Maximum length of a message about an address, in characters. */
const LONGEST_NOTICE = 390;

/** Draws what stands above every part: the title, the links, the rule set and the language. */
function showTop() {
  document.documentElement.lang = app.language;
  document.title = T.typeset(T.says(T.title, T.modes[app.mode]));
  byId("title").textContent = T.title;
  // `main` gets the keyboard focus if the element that had the focus is gone.
  byId("main").setAttribute("aria-label", T.modes[app.mode]);
  showModes();
  /** @type {[string, string][]} */
  const names = app.inside.map((name) => [name, ruleSetName(name)]);
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

/** @param {string} code */
function changeLanguage(code) {
  app.language = code;
  T = LANGUAGES[code];
  translateGame();
  for (const game of new Set([...reviewing.games, ...(playing.match?.games ?? [])])) {
    game.names = game.names.map(nameInLanguage);
  }
  reviewing.totals = null;
  void addUp();
  reviewing.verdict = "";
  remember("language", code);
  showTop();
  app.show();
}

/**
 * Opens the solution of a rule set and switches to this rule set.
 * @param {string} name
 * @param {boolean} isChosen whether the person chose it, not an address
 */
async function changeRules(name, isChosen) {
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
  if (isChosen && !hasEntryDuty(rules) && [...analysis.light, ...analysis.dark].includes(OWING)) {
    offerSetUp(T.undo.owing);
  }
  app.rules = rules;
  app.opened = solution;
  for (const view of Object.values(app.views)) {
    view.changeRules?.();
  }
  if (isChosen) {
    const address = { analyse: analyseAddress, practise: practiseAddress }[/** @type {string} */ (app.mode)];
    setAddress(address ? address() : addressOf({ mode: app.mode }), true, {
      turn: analysis.turn,
    });
    showTop();
    app.show();
  }
}

/**
 * Switches to a part of the page, without drawing it.
 * @param {Mode} mode
 */
function leaveMode(mode) {
  const before = app.mode;
  const isHere = byId("main").contains(document.activeElement);
  if (before !== mode) {
    app.views[before].leave?.();
    window.scrollTo(0, 0);
  }
  app.mode = mode;
  for (const id of ["chances", "board", "says", "tools", "panel", "beside", "below", "page"]) {
    if (before !== mode) {
      byId(id).replaceChildren();
    }
  }
  if (isHere && !byId("main").contains(document.activeElement)) {
    byId("main").focus({ preventScroll: true });
  }
  byId("main").hidden = mode === "rules";
  byId("page").hidden = mode !== "rules";
  byId("main").className = mode;
  app.views[mode].enter?.();
  showTop();
}

/**
 * Shows what the address names. If parts of it are invalid, a message says which, and the address stays as it was typed.
 * @param {unknown} state of the entry in the browser's history
 */
async function followAddress(state) {
  const address = readAddress(location.hash);
  const before = /** @type {{rules?: string} | null} */ (state)?.rules ?? "";
  const known = app.inside.includes(before) ? before : app.opened ? app.rules.name : "";
  const usual = app.inside.includes("standard") ? "standard" : app.inside[0];
  /** @type {string[]} */
  const faults = [];
  try {
    await changeRules(address.rules || (address.mode !== "analyse" && known) || usual, false);
  } catch (error) {
    faults.push(errorInWords(error));
    await changeRules(app.opened ? app.rules.name : app.inside[0], false);
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
  app.typed = faults.length > 0 ? location.hash : "";
  leaveMode(address.mode);
  if (address.day !== undefined && faults.length === 0) {
    openDay(address.day);
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
  for (const host of document.querySelectorAll("#modes, #choices, #toasts > div, #main section, #page, #paper, #live, #meaning")) {
    host.replaceChildren();
  }
}

async function begin() {
  catchFaults();
  keepLinksHere();
  emptyAll();
  const wanted = remembered("language", navigator.language.slice(0, 2).toLowerCase());
  app.language = Object.hasOwn(LANGUAGES, wanted) ? wanted : "en";
  T = LANGUAGES[app.language];
  app.views = { play: playView, analyse: analyseView, practise: practiseView, review: reviewView, rules: rulesView };
  app.inside = rulesInside();
  if (app.inside.length === 0) {
    notice(T.noSolution);
    return;
  }
  app.rules = /** @type {Rules} */ (rulesNamed(app.inside[0]));
  await followAddress(history.state);
  performance.mark("first-answer");
  // The event also comes when an address is typed, or a link to a part of the page is followed.
  window.addEventListener("popstate", (event) => {
    forgetAddress();
    void followAddress(event.state);
  });
  for (const size of [isNarrow, isShallow, isWide]) {
    // Paper has a width of its own, for which only what is printed is drawn.
    size.addEventListener("change", () => window.matchMedia("print").matches || app.show());
  }
  acceptDrops();
  for (const name of app.inside) {
    await openSolution(name);
  }
  becomeReady();
}

/**
 * Shows it again if the names of another script are missing: a host has changed that script, so its checksum is wrong.
 * @param {unknown} error
 */
function showStill(error) {
  if (error instanceof ReferenceError) {
    document.adoptedStyleSheets = [];
  }
  throw error;
}

if (isAble) {
  hideStill();
  document.addEventListener("DOMContentLoaded", () => void begin().catch(showStill));
}
