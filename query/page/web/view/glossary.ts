// Explanations of words of the game, where the words stand: a tap or a key on a dotted word shows its meaning.

import type { Texts } from "../texts/language.ts";
import type { Child } from "./elements.ts";
import { constants } from "../rules/constants.ts";
import { capital } from "../rules/writing.ts";
import { T } from "../texts/language.ts";
import { translated } from "../texts/words.ts";
import { announce } from "./app.ts";
import { button, byId } from "./elements.ts";

/** The words that are explained, each as a part of a regular expression, with their meanings. */
function explainedWords(): [string, string][] {
  const inCards = Object.entries(T.card.forms).map(([key, forms]) => {
    const [, meaning] = T.card.words[key as keyof Texts["card"]["words"]];
    return [forms, meaning] as [string, string];
  });
  const doublets = T.doublets.map((name, at) => [name, T.doubletMeaning(at + 1)] as [string, string]);
  const given = [T.givenAway, translated(constants().meanings.loss)] as [string, string];
  const worth = [T.ofWorth, translated(constants().meanings.worth)] as [string, string];
  return [...T.glossary, given, worth, ...doublets, ...inCards];
}

/** A text that judges play, in which the words for loss, luck, rating and strength show their meanings. */
export function judged(text: string) {
  const { meanings } = constants();
  const words = Object.entries(T.judging).map(([key, forms]) => {
    const meaning = translated(meanings[key as keyof typeof meanings]);
    return [forms, meaning] as [string, string];
  });
  return explained(text, words);
}

/** A text in which each word of the game, where it first occurs, is a button that shows its meaning. */
export function explained(text: string, words: [string, string][] = explainedWords()): Child[] {
  const all = new RegExp(`(?<!\\p{L})(?:${words.map(([forms]) => `(${forms})`).join("|")})(?!\\p{L})`, "giu");
  const parts: Child[] = [];
  const seen = new Set();
  let from = 0;
  for (const match of text.matchAll(all)) {
    const at = match.slice(1).findIndex((it) => it !== undefined);
    if (!seen.has(at)) {
      seen.add(at);
      parts.push(text.slice(from, match.index), wordToExplain(match[0], words[at][1]));
      from = match.index + match[0].length;
    }
  }
  return [...parts, text.slice(from)];
}

/** Largest width of a meaning, in letters of the page. */
const MEANING_WIDTH = 18;

/** Where the page was scrolled to when a meaning was last shown. */
let shownAt = 0;

function wordToExplain(word: string, meaning: string) {
  const host = byId("meaning");
  const show = () => {
    const text = `${T.says(capital(word), meaning)}.`;
    const { left, top, bottom } = link.getBoundingClientRect();
    const width = Math.min(MEANING_WIDTH * parseFloat(getComputedStyle(document.documentElement).fontSize), innerWidth - 16);
    const isLow = bottom > innerHeight / 2;
    host.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    host.style.top = isLow ? "auto" : `${bottom + 4}px`;
    host.style.bottom = isLow ? `${innerHeight - top + 4}px` : "auto";
    host.replaceChildren(T.typeset(text));
    announce(text);
    shownAt = scrollY;
  };
  // The browser opens and closes it, and says so to those who cannot see it.
  const link = button(word, show, { class: "term", popovertarget: "meaning" });
  return link;
}

// Hide the meaning when a key is pressed or the page scrolls: its word may be gone or have moved.
window.addEventListener("keydown", ({ key }) => !["Enter", " ", "Tab"].includes(key) && hideMeaning());
// On a busy computer a scroll that brought the word into view may be told only after the tap on it.
window.addEventListener("scroll", () => scrollY !== shownAt && hideMeaning(), { passive: true });
// The browser hides it after a press elsewhere, but not if what was pressed is drawn anew meanwhile, as the board is.
window.addEventListener("pointerdown", ({ target }) => target instanceof Element && !target.closest("#meaning, .term") && hideMeaning());

function hideMeaning() {
  const host = byId("meaning");
  if (host.matches(":popover-open")) {
    host.hidePopover();
  }
}
