// The page of rules: pictures first, then the five-line card, rule by rule, and the sources with the readings taken.

import type { Rules } from "../../rules/rules.ts";
import type { Child } from "../../view/elements.ts";
import type { Lesson } from "../../view/moving-figure.ts";
import { constants } from "../../rules/constants.ts";
import { hasEntryDuty } from "../../rules/rules.ts";
import { capital } from "../../rules/writing.ts";
import { T } from "../../texts/language.ts";
import { decimal, percent } from "../../texts/numbers.ts";
import { ruleSetName, translated } from "../../texts/words.ts";
import { app } from "../../view/app.ts";
import { button, draw, make } from "../../view/elements.ts";
import { exampleBoard, figure } from "../../view/figure.ts";
import { explained } from "../../view/glossary.ts";
import { movingFigure } from "../../view/moving-figure.ts";
import { changeRules } from "../../view/shell.ts";
import { drawThrow } from "../../view/show-dice.ts";

export function pictures(rules: Rules) {
  const texts = T.rulesPage.figures;
  const figures = [
    figure(exampleBoard("04h/008", null), texts.way),
    figure(
      make("div", { class: "example-dice" }, drawThrow(rules.oneDie ? [2] : [5, 2])),
      rules.oneDie ? texts.throwsOne : texts.throws,
    ),
    ...lessons(rules).map(movingFigure),
  ];
  return make("section", {}, make("h3", {}, T.rulesPage.inPictures), make("div", { class: "figures" }, ...figures));
}

/** The rules that pictures show in motion. */
function lessons(rules: Rules): Lesson[] {
  const texts = T.rulesPage.figures;
  const lesson = (key: string, text: string, die: number, from: number, caption: string): Lesson => ({ rules, text, die, from, caption, key: `lesson-${key}` });
  return [
    lesson("enter", "00h/008", 2, 0, texts.enter),
    lesson("move", "04h/008", 3, 4, texts.move),
    lesson("hit", "04h/007", 3, 4, texts.hit),
    rules.crowding ? lesson("crowd", "014/00b", 3, 1, texts.crowd) : lesson("pass", "038/00b", 5, 0, texts.pass),
    rules.overshoot ? lesson("overshoot", "09h/004", 5, 9, texts.overshoot) : lesson("home", "8hh/006", 4, 8, texts.home),
    ...(hasEntryDuty(rules) ? [lesson("duty", "x58/007", 3, 0, texts.duty)] : []),
  ];
}

export function sections(rules: Rules) {
  const book = constants().rulebooks[rules.name];
  const rows = book.map(({ topic, rule, differs }) =>
    make(
      "div",
      { class: differs ? "rule differs" : "rule" },
      make("dt", {}, capital(translated(topic)), differs && make("span", { class: "tag" }, T.rulesPage.differs)),
      make(
        "dd",
        {},
        make("p", {}, ...explained(translated(rule))),
      ),
    ),
  );
  const origins = book.map(({ topic, source, reading }) =>
    make(
      "li",
      {},
      make("strong", {}, capital(translated(topic))),
      make("p", {}, T.says(T.rulesPage.source, translated(source))),
      reading && make("p", {}, T.says(T.rulesPage.reading, translated(reading))),
    ),
  );
  return make(
    "section",
    {},
    make("h3", {}, T.says(T.rulesPage.sections, ruleSetName(rules.name))),
    make("dl", {}, ...rows),
    make(
      "details",
      { class: "small" },
      make("summary", { "data-key": "sources" }, T.rulesPage.sources),
      make("ul", {}, ...origins),
      make("p", {}, T.rulesPage.history),
    ),
  );
}

export function presets() {
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

/**
 * A table that scrolls on a narrow screen.
 * @param rows the first cell of each is its heading
 */
function scrolledTable(title: string, heads: string[], rows: Child[][]) {
  const cells = ([head, ...others]: Child[]) => [
    make("th", { scope: "row" }, head),
    ...others.map((cell) => make("td", {}, cell)),
  ];
  const table = make(
    "table",
    { class: "costs" },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))),
  );
  return make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": title }, table);
}

/** What things are worth in the standard game, by point; and when to enter and when to run. */
export function worths() {
  const { hit, home, homes, pip, block, turn, entering } = constants().worths;
  const texts = T.rulesPage.worth;
  const amount = (share: number | undefined) => (share === undefined ? "" : percent(share, 1));
  const rows = home.map((_, point) => [
    point === 0 ? texts.off : String(point),
    ...[hit[point - 1], home[point], pip[point], block[point - 1]].map(amount),
  ]);
  const cases = entering.map(({ gain, better }, at) => [
    texts.cases[at],
    ...(Math.abs(gain) < EVEN
      ? [texts.even, "–", "–"]
      : [gain > 0 ? texts.enter : texts.run, percent(Math.abs(gain), 1), percent(gain > 0 ? better : 1 - better, 0)]),
  ]);
  return make(
    "section",
    { id: "worths" },
    make("h3", {}, texts.title),
    make("p", {}, ...explained(texts.intro(percent(turn, 1)))),
    figure(worthPicture(hit), texts.picture),
    scrolledTable(texts.title, texts.heads, rows),
    make("p", {}, ...explained(texts.homes(homes.map(amount)))),
    scrolledTable(texts.entering, [texts.entering, ...texts.caseHeads.slice(1)], cases),
  );
}

/** A difference below which neither of two moves is named, as a share of a game. */
const EVEN = 0.001;

/** A column for each point, as high as what a hit there is worth. */
function worthPicture(hit: number[]) {
  const [step, height] = [20, 70];
  const most = Math.max(...hit);
  const columns = hit.flatMap((worth, at) => {
    const tall = (height * worth) / most;
    return [
      draw("rect", { x: at * step + 3, y: 12 + height - tall, width: step - 6, height: tall }),
      draw("text", { x: (at + 0.5) * step, y: 9 + height - tall }, decimal(100 * worth, 0)),
      draw("text", { x: (at + 0.5) * step, y: height + 24 }, String(at + 1)),
    ];
  });
  const label = T.rulesPage.worth.picture;
  return draw("svg", { class: "worth", viewBox: `0 0 ${hit.length * step} ${height + 28}`, role: "img", "aria-label": label }, ...columns);
}

/** What each rule costs, changed alone in the standard game. */
export function costs() {
  const texts = T.rulesPage.costs;
  const rows = constants().costs.map((cost) => [
    texts.names[cost.rules],
    percent(cost.first_wins, 4),
    decimal(cost.throws_per_game, 3),
    cost.changed_decisions.toLocaleString(app.language),
    cost.touched_games === null ? texts.all : percentBelowAll(cost.touched_games),
  ]);
  return make("section", { id: "costs" }, make("h3", {}, texts.title), make("p", {}, texts.intro), scrolledTable(texts.title, texts.heads, rows));
}

/**
 * A share of games as a percentage; one that would round to all of them, without being all, is said to be more than the largest
 * share with these digits.
 */
function percentBelowAll(share: number) {
  return share < 1 && share > 0.99995 ? T.rulesPage.costs.moreThan(percent(0.9999, 2)) : percent(share, 2);
}

export function aboutNumbers() {
  return make("section", {}, make("h3", {}, T.rulesPage.about), make("p", {}, ...explained(T.rulesPage.aboutText)));
}
