// Lists every text of the page, one a line: key, English and French, between tabs. Texts with parameters are called with up
// to three samples: the person at the page and several things, the computer and one thing, a colour and none.
//
//     npm ci --prefix query/page/web --ignore-scripts && node tests/page_texts.mjs
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "../query/page/web/node_modules/esbuild/lib/main.js";

const TEXTS_FOLDER = fileURLToPath(new URL("../query/page/web/texts/", import.meta.url));
/** Parameters get their types as default values, which a function at work still shows. */
const shown = (text) =>
  text
    .replace(/(\w+|\{[^{}]*\})\??: (boolean|(?:string|number)(?:\[\]| \| null)?|Man|Lengths)(?:\["quantiles"\])?(?=[,)])/g, '$1 = "@$2"')
    .replace(/^const (?=FRENCH_)/gm, "export const ");
const showing = ({ path }) => ({ contents: shown(readFileSync(path, "utf8")), loader: "ts" });
const contents = ["texts-en", "texts-fr", "card-fr"].map((it) => `export * from "./${it}.ts";`).join("");
const { outputFiles } = await build({
  stdin: { contents, resolveDir: TEXTS_FOLDER },
  bundle: true,
  format: "esm",
  write: false,
  plugins: [{ name: "types", setup: (build) => build.onLoad({ filter: /(texts-en|card-fr)\.ts$/ }, showing) }],
});
const { TEXTS_EN, TEXTS_FR, FRENCH_CARD_MOVES, FRENCH_CARD_FACTS } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);
const cards = { ...FRENCH_CARD_MOVES, ...FRENCH_CARD_FACTS };

/** Samples of texts and of numbers: the first whose pattern fits the name of the parameter. */
const TEXTS = [
  [/^(name|side|_side|more)$/, (T, at) => [T.you, T.computer, T.light][at]],
  [/^first$/, (T, at) => T.play.begins([T.you, T.computer, T.light][at])],
  [/^called$/, (T) => T.doublets[2]],
  [/^names$/, (T) => `${T.you} – ${T.computer}`],
  [/^(deed|what)$/, (T) => T.reasons.hits(1, 4)],
  [/^men$/, (T) => T.menOn(1, 4)],
  [/^(level|strength)$/, (T, at) => [T.ratings.between(3, 8), "", T.ratings.level(10)][at]],
  [/^(place|from)$/, (T) => T.place(4)],
  [/^man$/, (T) => T.manAt(T.light, T.place(4))],
  [/^(throws|by)$/, (T) => T.throwsCounted(9, 36)],
  [/^dice$/, () => "4-3"],
  [/^habit$/, (T) => T.habits.missedHit],
  [/^date$/, () => "2026-11-01"],
  [/^(mean|rating|pips|points)$/, (T) => `7${T.decimalSign}25`],
  [/^(best|reply|amount|one)$/, () => "0/3*"],
  [/^(move|moves|text|played|part|runs|fault|faults|why|version|switches|lengths|it|english)$/, () => "5/8"],
  [/./, (T) => `2${T.decimalSign}5 %`],
];
const NUMBERS = [
  [/^all$/, () => 36],
  [/^(die|to|point|needs)$/, () => 3],
  [/^man$/, (at) => [-1, 0, 12][at]],
  [/^(number|line|from)$/, () => 8],
  [/^level$/, (at) => [4, 1, 10][at]],
  [/^men$/, (at) => [3, 1, 2][at]],
  [/^(other|most)$/, (at) => [6, 0, 1][at]],
  [/./, (at) => [5, 1, 0][at]],
];

/** A sample of a parameter of this type and name. */
function sample(T, type, name, at) {
  const first = (list, ...rest) => list.find(([names]) => names.test(name))[1](...rest);
  return {
    boolean: () => at === 0,
    "number[]": () => (at === 1 ? [3] : [4, 3]),
    "string[]": () => (name === "names" ? [T.you, T.computer] : ["A", "B", "C", "D"]),
    string: () => first(TEXTS, T, at),
    Lengths: () => ({ p5: 9, p25: 15, p50: 20, p75: 27, p95: 41 }),
  }[type]?.() ?? first(NUMBERS, at);
}

/** Prints the texts of both languages under a key. */
function list(key, one, other) {
  if (typeof one === "function" && !/^(typeset|translations|cardSentence)$/.test(key)) {
    const parameters = [...one.toString().split(") =>")[0].matchAll(/(\w+|\}) = "@([^"]*)"/g)];
    const say = (T, text, at) => text(...parameters.map(([, name, type]) => sample(T, type, name, at)));
    const said = new Set([0, 1, 2].map((at) => `${say(TEXTS_EN, one, at)}\t${say(TEXTS_FR, other, at)}`));
    [...said].filter((it) => !it.includes("undefined")).forEach((it) => console.log(`${key}\t${it}`));
  } else if (typeof one === "object") {
    Object.keys(one).forEach((it) => list(key === "" ? it : `${key}.${it}`, one[it], other[it] ?? ""));
  } else if (typeof one === "string") {
    console.log([key, one, other].join("\t"));
  }
}

list("", TEXTS_EN, TEXTS_FR);
const rules = JSON.parse(readFileSync(`${TEXTS_FOLDER}rules-fr.json`, "utf8"));
Object.entries(rules).forEach(([said, translated]) => console.log(`rules\t${said}\t${translated}`));
Object.entries(cards).forEach(([key, forms]) => console.log(`card\t${key}\t${forms.join(" | ")}`));
