// What leaves the page: links and texts that are copied, and files.

/** @import { Game } from "../rules/game.js" */
import { writeRecord } from "../rules/record.js";
import { T } from "../texts/language.js";
import { announce, notice } from "./app.js";
import { make } from "./elements.js";

/** Time for which the page says that a link was copied, in milliseconds. */
const COPIED = 5000;

/** @param {string} address what follows the name of the page */
export function copyLink(address) {
  copyText(location.href.split("#")[0] + address, T.analyse.copied, T.analyse.copyThis);
}

/**
 * Copies a text, and says so; where copying is forbidden, shows it.
 * @param {string} text
 * @param {string} copied
 * @param {string} copyThis
 */
export function copyText(text, copied, copyThis) {
  const failed = () => notice(`${copyThis} ${text}`);
  if (!navigator.clipboard) {
    failed();
    return;
  }
  navigator.clipboard.writeText(text).then(() => notice(copied, COPIED), failed);
}

/** @param {Game} game */
export function saveGame(game) {
  saveGames([game], T.play.saved);
}

/**
 * Saves games in one file.
 * @param {Game[]} games
 * @param {string} said
 */
export function saveGames(games, said) {
  const link = make("a", {
    href: URL.createObjectURL(new Blob([games.map(writeRecord).join("\n")], { type: "text/plain" })),
    download: "tourne-case.txt",
  });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  announce(said);
}
