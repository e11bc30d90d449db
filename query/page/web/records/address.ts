// The address: what follows the # is the position, the throw and the rule set, or another part of the page.

import { dateOf } from "./day.ts";
import { decoded } from "./game-link.ts";

export type Mode = "play" | "analyse" | "practise" | "review" | "rules";
/**
 * Contents of an address. `side` is the colour on roll, `light` or `dark`; `link` holds the games to be reviewed; `day` is the
 * date of a game of the day; `friend` is a game with a friend.
 */
export interface Address {
  mode: Mode;
  rules: string;
  position: string;
  dice: string;
  side?: string;
  link?: string;
  day?: string;
  friend?: string;
}

export const MODES: Mode[] = ["play", "analyse", "practise", "review", "rules"];

/**
 * Reads an address; an empty one leads to play. The values are not checked here: each part of the page checks those that it
 * shows.
 */
export function readAddress(hash: string): Address {
  const written = hash.replace(/^#+/, "");
  const text = decoded(written);
  // Names in a link may contain the characters that separate the parts of the link, so each part is decoded by itself.
  const link = [written, text].find((it) => it.startsWith("review:"));
  if (link !== undefined) {
    return { mode: "review", rules: "", position: "", dice: "", link: link.slice("review:".length) };
  }
  if (text === "") {
    return { mode: "play", rules: "", position: "", dice: "" };
  }
  const [place, ...settings] = text.split("&");
  if (place === "daily" || place.startsWith("daily=")) {
    const day = place.slice("daily=".length) || dateOf(Date.now());
    return { mode: "play", rules: "standard", position: "", dice: "", day };
  }
  const setting = (name: string): string => settings.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  const rules = setting("rules");
  if (place === "friend" || place.startsWith("friend=")) {
    const friend = place === "friend" ? "" : text.slice("friend=".length);
    return { mode: "play", rules: rules || "standard", position: "", dice: "", friend };
  }
  const [head, question = ""] = place.split(/:(.*)/);
  const mode = MODES.find((mode) => mode === (head === "practise" ? head : place));
  if (mode) {
    const [position, dice = ""] = question.split(/[: ](.*)/);
    return { mode, rules, position, dice };
  }
  // "rules=course" alone is a rule set at the start.
  if (place.startsWith("rules=")) {
    return { mode: "analyse", rules: place.slice("rules=".length), position: "", dice: "" };
  }
  const [position, dice = ""] = place.split(/[: ](.*)/);
  return { mode: "analyse", rules, position, dice, side: setting("side") };
}

export function writeAddress({ mode, rules, position, dice, side = "" }: Address): string {
  const parts = [mode === "analyse" ? "" : mode, position, dice];
  const place = parts.filter((part) => part !== "").join(":");
  return `#${place}${rules === "standard" ? "" : `&rules=${rules}`}${side === "" ? "" : `&side=${side}`}`;
}
