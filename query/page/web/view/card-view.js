// The five-line card in practice and among the rules: the line that decides, whether it is right, the whole card, and its words explained.

/** @import { Position, Rules } from "../rules/rules.js" */
/** @import { Ranked } from "../rules/solution.js" */
import { cardOf, chooseByCard } from "../facts/card.js";
import { constants } from "../rules/constants.js";
import { readPosition } from "../rules/notation.js";
import { playsOf } from "../rules/rules.js";
import { T } from "../texts/language.js";
import { REVIEWED, showLoss } from "../texts/numbers.js";
import { moveInWords } from "../texts/words.js";
import { make } from "./elements.js";
import { exampleBoard, figure } from "./figure.js";
import { WIDE } from "./geometry.js";
import { explained } from "./glossary.js";

/**
 * The move of the card and the line that decides it, in sentences; empty where there is no choice.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} die
 * @param {Ranked[]} moves
 */
export function cardInWords(rules, position, die, moves) {
  const choice = cardChoice(rules, position, die);
  const chosen = choice && moves.find((it) => it.move === choice.move);
  if (!chosen) {
    return "";
  }
  const by = choice.line >= 0 ? T.card.line(choice.line + 1, cardSentence(rules, choice.line)) : T.card.noLine;
  const verdict = chosen.loss === 0 ? T.card.isRight : T.card.isWrong(showLoss(rules, chosen.loss, REVIEWED));
  return `${T.card.plays(moveInWords(chosen.play), by)} ${verdict}`;
}

/**
 * The move of the five-line card, and the index of the line that decides, -1 if none fits; `null` where there is no choice.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} die
 */
export function cardChoice(rules, position, die) {
  const plays = playsOf(rules, position, die);
  if (plays.length < 2) {
    return null;
  }
  const { index, line } = chooseByCard(cardOf(rules), position, die, plays);
  return { move: plays[index].move, line };
}

/**
 * A line of the card as a sentence. The English sentence comes from the library.
 * @param {Rules} rules
 * @param {number} line its index
 */
function cardSentence(rules, line) {
  return T.cardSentence(cardOf(rules)[line], constants().cards[rules.name][line].sentence);
}

/**
 * A small board with the example of a line: a position, and the move that the line plays there.
 * @param {Rules} rules
 * @param {number} line its index
 */
function cardExample(rules, line) {
  const { example } = constants().cards[rules.name][line];
  if (!example) {
    return null;
  }
  const [text, die] = example;
  const position = readPosition(rules, text);
  const plays = playsOf(rules, position, die);
  const play = plays[chooseByCard(cardOf(rules), position, die, plays).index];
  return figure(exampleBoard(text, play, WIDE), T.card.example(die, moveInWords(play)));
}

/**
 * The whole card; the line that decided is marked.
 * @param {Rules} rules
 * @param {number} decided index of the line; -1 for none
 * @param {"h2" | "h3"} heading
 */
export function drawCard(rules, decided, heading = "h2") {
  const card = cardOf(rules);
  const lines = card.map((_, at) =>
    make(
      "li",
      { class: at === decided ? "decided" : null, "aria-current": at === decided ? "true" : null },
      make("p", {}, at === decided && make("span", { "aria-hidden": "true" }, "▸ "), ...explained(cardSentence(rules, at))),
      cardExample(rules, at),
    ),
  );
  const used = new Set(
    card.flatMap((line) => [...(line.condition ?? []), ...line.moves].flat(2).map((word) => word.key)),
  );
  const words = Object.entries(T.card.words).filter(([key]) => key === "ends" || used.has(key));
  const meanings = words.flatMap(([, [word, meaning]]) => [make("dt", {}, word), make("dd", {}, meaning)]);
  return make(
    "section",
    { class: "card", id: "five-lines" },
    make(heading, {}, T.card.title),
    make("p", { class: "small" }, ...explained(T.card.intro)),
    make("ol", { class: "five-lines" }, ...lines),
    make("details", { class: "small" }, make("summary", {}, T.card.wordsTitle), make("dl", { class: "words" }, ...meanings)),
  );
}
