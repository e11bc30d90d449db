// The lines of cards in French.
"use strict";

/** Words about a move: as it is said of a move to play, of a man, and of a man that does not. */
const FRENCH_CARD_MOVES = {
  hit: ["battre", "bat", "ne bat pas"],
  enter: ["entrer", "entre", "n’entre pas"],
  home: ["gagner le coin", "gagne le coin", "ne gagne pas le coin"],
  overtake: ["dépasser", "dépasse", "ne dépasse pas"],
  flee: ["fuir", "fuit", "ne fuit pas"],
  safeFromBoard: [
    "se mettre à l’abri des dames du tablier",
    "se met à l’abri des dames du tablier",
    "ne se met pas à l’abri des dames du tablier",
  ],
  safe: ["se mettre à l’abri", "se met à l’abri", "ne se met pas à l’abri"],
  clear: [
    "n’avoir aucune ennemie derrière soi",
    "n’a aucune ennemie derrière elle",
    "a au moins une ennemie derrière elle",
  ],
  aim: ["viser", "vise", "ne vise pas"],
  fewest: [
    "avoir le moins d’ennemies derrière soi",
    "a le moins d’ennemies derrière elle",
    "n’a pas le moins d’ennemies derrière elle",
  ],
  leave: ["quitter", "quitte", "ne quitte pas"],
  reach: ["atteindre", "atteint", "n’atteint pas"],
  frontMan: ["la dame de tête", "est la dame de tête", "n’est pas la dame de tête"],
  rearMan: ["la dame de queue", "est la dame de queue", "n’est pas la dame de queue"],
};

/** Facts about the board, each with what stands before and after its number. */
const FRENCH_CARD_FACTS = {
  ahead: ["vous avez une avance de", "cases"],
  behind: ["vous avez un retard de", "cases"],
  ownOff: ["vous avez", "hors du tablier"],
  ownHome: ["vous avez", "au coin"],
  ownFront: ["votre dame de tête est en", ""],
  ownRear: ["votre dame de queue est en", ""],
  otherOff: ["l’ennemi a", "hors du tablier"],
  otherHome: ["l’ennemi a", "au coin"],
  otherFront: ["la dame de tête ennemie est en", ""],
  otherRear: ["la dame de queue ennemie est en", ""],
  die: ["le dé joué est", ""],
};

/**
 * A line of a card in French.
 * @param {CardLine} line
 */
function cardLineFrench({ condition, moves, isRearmost, otherwise }) {
  const men = { "": "", front: ", sinon la dame de tête", rear: ", sinon la dame de queue" };
  return [
    condition ? `si ${frenchFormula(condition, frenchFact, " sauf si ")} : ` : "",
    frenchFormula(moves, frenchMove, " sans "),
    isRearmost ? ", la plus en arrière" : "",
    men[otherwise],
  ].join("");
}

/**
 * @param {CardFormula} formula
 * @param {(word: CardWord) => string} say
 * @param {string} unless
 */
function frenchFormula(formula, say, unless) {
  return formula.map((part) => part.map((all) => all.map(say).join(" et ")).join(" ou ")).join(unless);
}

/**
 * A range of numbers; `unit` stands after the first of several words, as in "5 cases ou plus".
 * @param {CardWord} word
 * @param {string} unit
 */
function frenchRange({ key, least, most }, unit = "") {
  if (most === Infinity) {
    return key in FRENCH_CARD_FACTS || CARD_RANGED.includes(key) ? ` ${least}${unit} ou plus` : "";
  }
  return least === most
    ? ` ${least}`
    : least === 0
      ? ` ${most} ou moins`
      : most === least + 1
        ? ` ${least} ou ${most}`
        : ` ${least} à ${most}`;
}

/** @param {CardWord} word of a move to play */
function frenchMove(word) {
  const [said] = FRENCH_CARD_MOVES[/** @type {keyof typeof FRENCH_CARD_MOVES} */ (word.key)];
  return (word.isNegated ? "ne pas " : "") + said + frenchRange(word);
}

/** @param {CardWord} word of a condition */
function frenchFact(word) {
  if (word.man === "") {
    const [before, after] = FRENCH_CARD_FACTS[/** @type {keyof typeof FRENCH_CARD_FACTS} */ (word.key)];
    const isOpen = word.most === Infinity && after === "cases";
    const range = isOpen ? frenchRange(word, " cases") : `${frenchRange(word)} ${after}`;
    return `${word.isNegated ? "non, " : ""}${before}${range}`.trimEnd();
  }
  const [plain, said, denied] = FRENCH_CARD_MOVES[/** @type {keyof typeof FRENCH_CARD_MOVES} */ (word.key)];
  if (word.man === "some") {
    return `${word.isNegated ? "aucune dame ne peut" : "une dame peut"} ${plain}${frenchRange(word)}`;
  }
  const man = word.man === "front" ? "la dame de tête" : "la dame de queue";
  return `${man} ${word.isNegated ? denied : said}${frenchRange(word)}`;
}
