// Text as such: spaces, capitals, names that somebody wrote, and signs that cannot be seen.

/** A text without the white space around it. */
export function trimmed(text: string) {
  return text.replace(OUTER_SPACES, "");
}

/** Characters between which a text has a direction of its own: first strong isolate, and pop directional isolate. */
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];
/** Letters of scripts that are written from right to left: the blocks that Unicode keeps for them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or another text that somebody wrote, as a part of a sentence: if it is written from right to left, it leaves the order
 * of the sentence alone.
 */
export function isolated(text: string) {
  return RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text;
}

/**
 * A text of a file with its control and format characters made visible, except those that join letters or keep them apart: names
 * in Persian and many others have them.
 */
export function printable(text: string) {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A text with a capital letter at its beginning. */
export function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** White space as the library knows it, for regular expressions: JavaScript's own has U+FEFF, but not U+0085. */
const SPACE = "[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
export const SPACES = new RegExp(`${SPACE}+`);
const OUTER_SPACES = new RegExp(`^${SPACE}+|${SPACE}+$`, "g");
