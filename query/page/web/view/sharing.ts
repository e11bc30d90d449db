// What leaves the page: links and texts that are copied, and files.

import type { Game } from "../rules/game.ts";
import { namesForOthers, writeReviewLink } from "../records/game-link.ts";
import { writeRecord } from "../rules/record.ts";
import { T } from "../texts/language.ts";
import { announce, notice, offer } from "./app.ts";
import { button, make } from "./elements.ts";

/** Maximum number of games to choose from at a time: browsers lay out long lists of choices slowly. */
export const MOST_CHOICES = 40;
/** Maximum length of an address that holds a review. If a record needs more, the address holds only the game that is shown. */
const LONGEST_LINK = 2000;
/** Time for which the page says that a link was copied, in milliseconds. */
const COPIED = 5000;

/**
 * An address of this page for other people.
 * @param address what follows the name of the page
 */
export function wholeAddress(address: string) {
  return location.href.split("#")[0] + address;
}

/** @param address what follows the name of the page */
export function copyLink(address: string) {
  copyText(wholeAddress(address), T.analyse.copied, T.analyse.copyThis);
}

/** Copies a text, and says so; where copying is forbidden, shows it. */
export function copyText(text: string, copied: string, copyThis: string) {
  const failed = () => notice(`${copyThis} ${text}`);
  if (!navigator.clipboard) {
    failed();
    return;
  }
  navigator.clipboard.writeText(text).then(() => notice(copied, COPIED), failed);
}

export function saveInWords({ length }: Game[]) {
  return length > 1 ? T.link.saveAll : T.play.save;
}

/** Saves games as a record. A game in which nothing happened has no place in one. */
export function saveGames(games: Game[], said: string = T.play.saved) {
  const record = games.filter(({ isBegun }) => isBegun).map(writeRecord).join("\n");
  const link = make("a", {
    href: URL.createObjectURL(new Blob([record], { type: "text/plain" })),
    download: "tourne-case.txt",
  });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  announce(said);
}

/**
 * The address of games, and the number of games that it holds: all; or, if they are too long for an address, one; or none.
 * @param game the one
 */
export function linkOf(games: Game[], game: Game) {
  for (const held of games.length <= MOST_CHOICES ? [games, [game]] : [[game]]) {
    const link = writeReviewLink(held, namesForOthers(held));
    if (link.length <= LONGEST_LINK) {
      return { link, held: held.length };
    }
  }
  return { link: "", held: 0 };
}

/** Copies the address of games. If it does not hold them all, says so, and offers them as a record. */
export function shareGames(games: Game[], { link, held }: { link: string; held: number }) {
  if (held > 0) {
    copyLink(link);
  }
  if (held < games.length) {
    offer(T.link.holds(held, games.length), T.link.saveAll, () => saveGames(games), "save-all");
  }
}

/** The button that shares with the programs of the device; none where the browser has no way to them. */
export function shareButton(data: () => ShareData, key: string) {
  const share = () => void navigator.share(data()).catch(() => {});
  return typeof navigator.share === "function" && button(T.daily.share, share, { "data-key": key });
}
