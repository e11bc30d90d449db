// The page of rules: pictures first, then rule by rule with the sources and the readings taken.
"use strict";

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
 * @param {Geometry} geometry
 */
function exampleBoard(text, move, geometry = isNarrow.matches ? FOLDED : WIDE) {
  const { own, other } = readSetup(text);
  const board = { light: own, dark: other };
  return drawBoard(
    {
      ...board,
      turn: 0,
      label: `${T.board}. ${boardInWords(board, [T.light, T.dark])}`,
      arrow: move && { side: 0, ...move },
    },
    geometry,
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
  const rows = constants().rulebooks[rules.name].map(({ topic, rule, source, reading, differs }) =>
    make(
      "div",
      { class: differs ? "rule differs" : "rule" },
      make("dt", {}, capital(translated(topic)), differs && make("span", { class: "tag" }, T.rulesPage.differs)),
      make(
        "dd",
        {},
        make("p", {}, translated(rule)),
        reading && make("p", { class: "small" }, T.says(T.rulesPage.reading, translated(reading))),
        make("p", { class: "small" }, T.says(T.rulesPage.source, translated(source))),
      ),
    ),
  );
  return make(
    "section",
    {},
    make("h3", {}, T.says(T.rulesPage.sections, ruleSetName(rules.name))),
    make("dl", {}, ...rows),
  );
}

function presets() {
  const rows = constants().presets.map(({ rules: name, summary, source }) => {
    const isInside = app.inside.includes(name);
    const isChosen = app.rules.name === name;
    const label = isChosen ? T.rulesPage.chosen : T.rulesPage.inside;
    const act = isInside
      ? button(label, () => void changeRules(name, true), {
          "aria-pressed": String(isChosen),
          "aria-label": `${label}: ${ruleSetName(name)}`,
          "data-key": `preset-${name}`,
        })
      : make("span", { class: "small" }, T.rulesPage.notInside);
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make("strong", {}, ruleSetName(name)),
        make("p", {}, `${capital(translated(summary))}.`),
        make("p", { class: "small" }, T.says(T.rulesPage.source, translated(source))),
      ),
      act,
    );
  });
  return make("section", {}, make("h3", {}, T.rulesPage.others), make("ul", { class: "presets" }, ...rows));
}

function aboutNumbers() {
  return make("section", {}, make("h3", {}, T.rulesPage.about), make("p", {}, T.rulesPage.aboutText));
}
