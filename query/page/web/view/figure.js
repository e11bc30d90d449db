// Small boards as pictures of a text.

/** @import { Man } from "../rules/rules.js" */
/** @import { Geometry } from "./geometry.js" */
import { readSetup } from "../rules/notation.js";
import { T } from "../texts/language.js";
import { boardInWords } from "../texts/words.js";
import { drawBoard } from "./board.js";
import { make } from "./elements.js";
import { geometryOf } from "./geometry.js";

/**
 * A picture with its text.
 * @param {Node} picture
 * @param {string} text
 */
export function figure(picture, text) {
  return make("figure", {}, picture, make("figcaption", {}, text));
}

/** @param {{light: Man[], dark: Man[]}} board */
export function boardLabel(board) {
  return `${T.board}. ${boardInWords(board, [T.light, T.dark])}`;
}

/**
 * A board of an example, with the move that it is about.
 * @param {string} text the position, the light men first
 * @param {{from: number, to: number, hit: boolean, isBarred?: boolean} | null} move
 * @param {Geometry} geometry
 */
export function exampleBoard(text, move, geometry = geometryOf()) {
  const { own, other } = readSetup(text);
  const board = { light: own, dark: other };
  return drawBoard(
    {
      ...board,
      turn: 0,
      label: boardLabel(board),
      arrow: move && { side: 0, ...move },
    },
    geometry,
  );
}
