// Lists every text of the page, one a line: key, English and French, between tabs. Texts with parameters are called with up
// to three samples: the person at the page and several things, the computer and one thing, a colour and none.
//
//     node tests/page_texts.mjs
import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";

const PAGE = new URL("../query/page/", import.meta.url);
const files = readdirSync(PAGE, { recursive: true });
const read = (name) => readFileSync(new URL(files.find((it) => basename(it) === name), PAGE), "utf8");
const script = (name) => read(name).replace(/^import [^;]*;$/gm, "").replace(/^export /gm, "");
const [english, french, cards] = new Function(`
  const [OFF, OWING, HOME] = [-1, 0, 12];
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  ${["texts-en.js", "card-fr.js", "texts-fr.js"].map(script).join("\n")}
  return [TEXTS_EN, TEXTS_FR, { ...FRENCH_CARD_MOVES, ...FRENCH_CARD_FACTS }];`)();

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
    'Lengths["quantiles"]': () => ({ p5: 9, p25: 15, p50: 20, p75: 27, p95: 41 }),
  }[type]?.() ?? first(NUMBERS, at);
}

/** Prints the texts of both languages under a key. */
function list(key, one, other) {
  if (typeof one === "function" && !/^(typeset|translations|cardSentence)$/.test(key)) {
    const parameters = [...one.toString().split(") =>")[0].matchAll(/@type \{([^@]*?)\}[^{}]*?\*\/\s*(\w+|\{)/g)];
    const say = (T, text, at) => text(...parameters.map(([, type, name]) => sample(T, type.trim(), name, at)));
    const said = new Set([0, 1, 2].map((at) => `${say(english, one, at)}\t${say(french, other, at)}`));
    [...said].filter((it) => !it.includes("undefined")).forEach((it) => console.log(`${key}\t${it}`));
  } else if (typeof one === "object") {
    Object.keys(one).forEach((it) => list(key === "" ? it : `${key}.${it}`, one[it], other[it] ?? ""));
  } else if (typeof one === "string") {
    console.log([key, one, other].join("\t"));
  }
}

list("", english, french);
Object.entries(JSON.parse(read("rules-fr.json"))).forEach(([said, translated]) => console.log(`rules\t${said}\t${translated}`));
Object.entries(cards).forEach(([key, forms]) => console.log(`card\t${key}\t${forms.join(" | ")}`));
