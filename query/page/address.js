// The address: what follows the # is the position, the throw and the rule set, or another part of the page.
"use strict";

/** @typedef {"play" | "analyse" | "practise" | "review" | "rules"} Mode */
/** @typedef {{mode: Mode, rules: string, position: string, dice: string}} Address */

/** @type {Mode[]} */
const MODES = ["play", "analyse", "practise", "review", "rules"];

/**
 * Reads an address. What it says is checked by whoever shows it.
 * @param {string} hash
 * @returns {Address}
 */
function readAddress(hash) {
  let text = hash.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // A percent sign that begins no code: it is read as it stands, and found to be no position.
  }
  const [place, ...settings] = text.split("&");
  const rules = settings.find((setting) => setting.startsWith("rules="))?.slice("rules=".length) ?? "";
  const mode = MODES.find((mode) => mode === place);
  if (mode) {
    return { mode, rules, position: "", dice: "" };
  }
  // "rules=course" alone is a rule set at the start.
  if (place.startsWith("rules=")) {
    return { mode: "analyse", rules: place.slice("rules=".length), position: "", dice: "" };
  }
  const [position, dice = ""] = place.split(/[: ](.*)/);
  return { mode: "analyse", rules, position, dice };
}

/**
 * @param {Address} address
 * @returns {string}
 */
function writeAddress({ mode, rules, position, dice }) {
  const place = mode === "analyse" ? position + (dice ? `:${dice}` : "") : mode;
  return `#${place}${rules === "standard" ? "" : `&rules=${rules}`}`;
}
