// Small boards as pictures of a text.

import type { Man } from "../rules/rules.ts";
import type { Geometry } from "./geometry.ts";
import { readSetup } from "../rules/notation.ts";
import { T } from "../texts/language.ts";
import { boardInWords } from "../texts/words.ts";
import { drawBoard } from "./board.ts";
import { make } from "./elements.ts";
import { geometryOf } from "./geometry.ts";

/** A picture with its text. */
export function figure(picture: Node, text: string) {
  return make("figure", {}, picture, make("figcaption", {}, text));
}

export function boardLabel(board: { light: Man[]; dark: Man[] }) {
  return `${T.board}. ${boardInWords(board, [T.light, T.dark])}`;
}

/**
 * A board of an example, with the move that it is about.
 * @param text the position, the light men first
 */
export function exampleBoard(
  text: string,
  move: { from: number; to: number; hit: boolean; isBarred?: boolean } | null,
  geometry: Geometry = geometryOf(),
) {
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
