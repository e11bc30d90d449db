// The language of the page.

import { TEXTS_EN } from "./texts-en.ts";
import { TEXTS_FR } from "./texts-fr.ts";

export type Texts = typeof TEXTS_EN;
/** The texts of the language that is shown. */
export let T: Texts = TEXTS_EN;

export const LANGUAGES: Record<string, Texts> = { en: TEXTS_EN, fr: TEXTS_FR };

/** Chooses the language of the texts. */
export function speak(code: string) {
  T = LANGUAGES[code];
}
