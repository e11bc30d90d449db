// The language of the page.

import { TEXTS_EN } from "./texts-en.js";
import { TEXTS_FR } from "./texts-fr.js";

/** @typedef {typeof TEXTS_EN} Texts */
/** @type {Texts} The texts of the language that is shown. */
export let T = TEXTS_EN;

/** @type {Record<string, Texts>} */
export const LANGUAGES = { en: TEXTS_EN, fr: TEXTS_FR };

/**
 * Chooses the language of the texts.
 * @param {string} code
 */
export function speak(code) {
  T = LANGUAGES[code];
}
