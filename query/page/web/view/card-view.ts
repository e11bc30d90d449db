// The five-line card in practice and among the rules: the line that decides, whether it is right, the whole card, and its words explained.

import type { Position, Rules } from "../rules/rules.ts";
import type { Ranked } from "../rules/solution.ts";
import { cardOf, chooseByCard } from "../facts/card.ts";
import { constants } from "../rules/constants.ts";
import { readPosition } from "../rules/notation.ts";
import { playsOf } from "../rules/rules.ts";
import { T } from "../texts/language.ts";
import { REVIEWED, showLoss } from "../texts/numbers.ts";
import { moveInWords } from "../texts/words.ts";
import { make } from "./elements.ts";
import { exampleBoard, figure } from "./figure.ts";
import { WIDE } from "./geometry.ts";
import { explained } from "./glossary.ts";

/** The move of the card and the line that decides it, in sentences; empty where there is no choice. */
export function cardInWords(rules: Rules, position: Position, die: number, moves: Ranked[]) {
  const choice = cardChoice(rules, position, die);
  const chosen = choice && moves.find((it) => it.move === choice.move);
  if (!chosen) {
    return "";
  }
  const by = choice.line >= 0 ? T.card.line(choice.line + 1, cardSentence(rules, choice.line)) : T.card.noLine;
  const verdict = chosen.loss === 0 ? T.card.isRight : T.card.isWrong(showLoss(rules, chosen.loss, REVIEWED));
  return `${T.card.plays(moveInWords(chosen.play), by)} ${verdict}`;
}

/** The move of the five-line card, and the index of the line that decides, -1 if none fits; `null` where there is no choice. */
export function cardChoice(rules: Rules, position: Position, die: number) {
  const plays = playsOf(rules, position, die);
  if (plays.length < 2) {
    return null;
  }
  const { index, line } = chooseByCard(cardOf(rules), position, die, plays);
  return { move: plays[index].move, line };
}

/**
 * A line of the card as a sentence. The English sentence comes from the library.
 * @param line its index
 */
function cardSentence(rules: Rules, line: number) {
  return T.cardSentence(cardOf(rules)[line], constants().cards[rules.name][line].sentence);
}

/**
 * A small board with the example of a line: a position, and the move that the line plays there.
 * @param line its index
 */
function cardExample(rules: Rules, line: number) {
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
 * @param decided index of the line; -1 for none
 */
export function drawCard(rules: Rules, decided: number, heading: "h2" | "h3" = "h2") {
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
