// The page of rules: pictures first, then rule by rule with the sources and the readings taken.
"use strict";

/** @typedef {keyof Texts["rulebook"]} RuleKey */
/** @typedef {keyof Texts["sources"]} SourceKey */

/**
 * The rules of a rule set, each with its source, in the order in which a newcomer needs them.
 * @param {Rules} rules
 * @returns {[RuleKey, SourceKey][]}
 */
function rulebookOf(rules) {
  /** @type {Record<string, [RuleKey, SourceKey]>} */
  const entry = { free: ["entryFree", "lechalet"], forced: ["entryForced", "bell"], first: ["entryFirst", "littre"] };
  return [
    ["board", "charpentier"],
    ["beginning", "charpentier"],
    rules.oneDie ? ["throwOne", "lechalet"] : ["throwTwo", "charpentier"],
    ["move", "charpentier"],
    rules.crowding ? ["ownFree", "lechalet"] : ["ownOne", "charpentier"],
    rules.overshoot ? ["homeOver", "lechalet"] : ["homeExact", "charpentier"],
    rules.crowding ? ["hitAll", "charpentier"] : ["hitOne", "charpentier"],
    entry[rules.reentry],
    rules.doubleWin ? ["winTwo", "paris"] : ["winOne", "charpentier"],
  ];
}

/** The source of each preset. @type {Record<string, SourceKey>} */
const PRESET_SOURCES = {
  standard: "charpentier",
  "forced-entry": "bell",
  "entry-first": "littre",
  "double-win": "paris",
  course: "lechalet",
};

/** @type {View} */
const rulesView = {
  show() {
    const { rules } = app;
    refill(
      byId("page"),
      make("h2", { class: "title" }, T.rulesPage.title),
      make("p", { class: "lead" }, T.rulesPage.intro),
      pictures(rules),
      sections(rules),
      presets(),
      aboutNumbers(),
    );
  },
};

/**
 * A picture with its text.
 * @param {Node} picture
 * @param {string} text
 */
function figure(picture, text) {
  return make("figure", {}, picture, make("figcaption", {}, text));
}

/**
 * A board of an example, with the move that it is about.
 * @param {string} text the position, the light men first
 * @param {{from: number, to: number, hit: boolean} | null} move
 */
function exampleBoard(text, move) {
  const { own, other } = readSetup(text);
  const board = { light: own, dark: other };
  return drawBoard(
    {
      ...board,
      turn: 0,
      label: `${T.board}. ${boardInWords(board, [T.light, T.dark])}`,
      arrow: move && { side: 0, ...move },
    },
    isNarrow.matches ? FOLDED : WIDE,
  );
}

/** @param {Rules} rules */
function pictures(rules) {
  const texts = T.rulesPage.figures;
  const figures = [
    figure(exampleBoard("04h/008", null), texts.way),
    figure(
      make("div", { class: "example-dice" }, drawThrow(rules.oneDie ? [2] : [5, 2])),
      rules.oneDie ? texts.throwsOne : texts.throws,
    ),
    figure(exampleBoard("04h/007", { from: 4, to: 7, hit: true }), texts.hit),
    rules.crowding
      ? figure(exampleBoard("044/003", null), texts.crowd)
      : figure(exampleBoard("038/00b", null), texts.pass),
    rules.overshoot
      ? figure(exampleBoard("09h/004", { from: 9, to: 0, hit: false }), texts.overshoot)
      : figure(exampleBoard("08h/006", { from: 8, to: HOME, hit: false }), texts.home),
    hasEntryDuty(rules) && figure(exampleBoard("x58/007", { from: 0, to: 3, hit: false }), texts.duty),
  ];
  return make("section", {}, make("h3", {}, T.rulesPage.inPictures), make("div", { class: "figures" }, ...figures));
}

/** @param {Rules} rules */
function sections(rules) {
  const standard = rulebookOf(/** @type {Rules} */ (rulesNamed("standard"))).map(([key]) => key);
  const rows = rulebookOf(rules).map(([key, source]) => {
    const [topic, rule, reading] = T.rulebook[key];
    const differs = !standard.includes(key);
    return make(
      "div",
      { class: differs ? "rule differs" : "rule" },
      make("dt", {}, topic, differs && make("span", { class: "tag" }, T.rulesPage.differs)),
      make(
        "dd",
        {},
        make("p", {}, rule),
        reading !== "" && make("p", { class: "small" }, T.says(T.rulesPage.reading, reading)),
        make("p", { class: "small" }, T.says(T.rulesPage.source, T.sources[source])),
      ),
    );
  });
  return make(
    "section",
    {},
    make("h3", {}, T.says(T.rulesPage.sections, ruleSetName(rules.name))),
    make("dl", {}, ...rows),
  );
}

function presets() {
  const rows = PRESETS.map((name) => {
    const isInside = app.inside.includes(name);
    const isChosen = app.rules.name === name;
    const label = isChosen ? T.rulesPage.chosen : T.rulesPage.inside;
    const act = isInside
      ? button(label, () => void changeRules(name, true), {
          "aria-pressed": String(isChosen),
          "aria-label": `${label}: ${T.ruleSetNames[name]}`,
          "data-key": `preset-${name}`,
        })
      : make("span", { class: "small" }, T.rulesPage.notInside);
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make("strong", {}, T.ruleSetNames[name]),
        make("p", {}, T.summaries[name]),
        make("p", { class: "small" }, T.says(T.rulesPage.source, T.sources[PRESET_SOURCES[name]])),
      ),
      act,
    );
  });
  return make("section", {}, make("h3", {}, T.rulesPage.others), make("ul", { class: "presets" }, ...rows));
}

function aboutNumbers() {
  return make("section", {}, make("h3", {}, T.rulesPage.about), make("p", {}, T.rulesPage.aboutText));
}
