// What all parts of the page share: what a part is, the rule set, drawing the part that is open, and messages.

import type { Mode } from "../records/address.ts";
import type { Game } from "../rules/game.ts";
import type { Position, Rules } from "../rules/rules.ts";
import type { Solution } from "../rules/solution.ts";
import type { Board, BoardHandlers, Scene } from "./board.ts";
import type { Child } from "./elements.ts";
import { SolutionError } from "../rules/solution.ts";
import { T } from "../texts/language.ts";
import { shareOf, SHORT, showValue } from "../texts/numbers.ts";
import { errorInWords } from "../texts/words.ts";
import { button, byId, make, refill } from "./elements.ts";

/**
 * What stands in each place of a part of the page beside its board: what is said of the board, the tools, the list to choose
 * from, and what is read once. An empty place takes no space.
 */
type Places = Partial<Record<"says" | "tools" | "list" | "account", Child[]>>;
/**
 * The board, and the bar of chances above it: the value to the light side, or `null` while it is hidden, shown by `rules`; the
 * names of the sides; and what is won or lost, if it is not this game.
 */
export type Picture = { scene: Scene; value: number | null; names: string[]; rules?: Rules; what?: string };
/** A part of the page. */
export interface View {
  places: () => Places;
  /** Missing for a part without a board. */
  picture?: () => Picture;
  /** Handlers of the board. */
  handlers?: Partial<BoardHandlers>;
  /** Called when everything was drawn. */
  shown?: () => void;
  /** Called when the part is opened. */
  enter?: () => void;
  /** Called when another part is opened. */
  leave?: () => void;
  /** Called when another rule set is chosen. */
  changeRules?: () => void;
  /** Called when the person has chosen another rule set, before the change. */
  leaveRules?: (rules: Rules) => void;
  /** Called when another language is chosen. */
  translate?: () => void;
  /** What the part shows, as an address. */
  address?: () => string;
}

/** What one part of the page asks of another. */
interface Doors {
  /** Analyses a game after a number of turns, with a throw or that of the next turn. */
  analyse: (game: Game, at: number, dice?: number[]) => void;
  /** Plays from a position; `seat` is on roll. */
  playFrom: (position: Position, seat: number, dice: number[]) => void;
  /** Reviews games that were played here, or a line at a turn. */
  review: (games: Game[], turn?: number) => void;
  /** Analyses the game on the board; `false` if there is none that may be analysed. */
  analyseOwnGame: () => boolean;
  /** The games that may be reviewed now, and the seat of the person; 2 for two people. */
  gamesOnBoard: () => { games: Game[]; own: number };
}

/** The places beside the board. */
export const PLACES: (keyof Places)[] = ["says", "tools", "list", "account"];

export const app = {
  mode: "analyse" as Mode,
  language: "en",
  /** The rule set that is chosen. */
  rules: null as any as Rules,
  views: {} as Record<string, View>,
  doors: {} as any as Doors,
  inside: [] as string[],
  opened: null as Solution | null,
  /** Is kept once what the first address names is shown, with its solution. */
  ready: Promise.resolve(),
  /** The address as it was typed, if a part of it is wrong. */
  typed: "",

  /** The solution of the rule set that is chosen. */
  get solution() {
    if (!this.opened) {
      throw new SolutionError("name", this.rules.name);
    }
    return this.opened;
  },

  /** The board of the part that is open. */
  board: null as any as Board,

  /** Draws the part that is open, also after the language or the width has changed. */
  show() {
    const view = this.views[this.mode];
    this.draw();
    const places = view.places();
    for (const place of PLACES) {
      refill(byId(place), ...(places[place] ?? []));
    }
    view.shown?.();
  },

  /** Draws the board, and the bar above it. */
  draw() {
    const picture = this.views[this.mode].picture?.();
    if (picture) {
      showChances(picture);
      this.board.show(picture.scene);
    }
  },
};

/** Says something to those who cannot see it. */
export function announce(text: string) {
  const live = byId("live");
  const set = T.typeset(text);
  // A screen reader would not read the same text again.
  live.textContent = live.textContent === set ? `${set}\u00a0` : set;
}

/** Scrolls to what is said of the board, if the board covers it or the window ends above it. */
export function revealSays() {
  const [says, board] = [byId("says"), byId("board")].map((place) => place.getBoundingClientRect());
  const isBelow = says.left < board.right && board.left < says.right;
  if (says.top < (isBelow ? board.bottom - 1 : 0) || says.bottom > window.innerHeight) {
    byId("says").scrollIntoView({ block: "nearest" });
  }
}

let noticeTimer = 0;

/**
 * Shows a message above the page until the person closes it. An empty text closes the message that is shown.
 * @param shownFor milliseconds after which the message closes by itself
 */
export function notice(text: string, shownFor?: number) {
  const host = byId("notice");
  window.clearTimeout(noticeTimer);
  if (shownFor !== undefined) {
    noticeTimer = window.setTimeout(() => notice(""), shownFor);
  }
  if (text === "") {
    host.replaceChildren();
    return;
  }
  host.replaceChildren(
    make(
      "p",
      {},
      text,
      button("×", () => notice(""), { class: "close", "aria-label": T.dismiss }),
    ),
  );
}

/** Says that something was replaced, and offers to bring it back. */
export function offerUndo(text: string, undo: () => void) {
  offer(text, T.undo.undo, undo, "undo-replaced");
}

/** Says something, and offers to do what it suggests. */
export function offer(text: string, label: string, act: () => void, key: string) {
  const host = byId("offer");
  const press = () => {
    host.replaceChildren();
    notice("");
    attempt(act);
    focusPanel();
  };
  host.replaceChildren(
    make(
      "p",
      {},
      text,
      button(label, press, { "data-key": key }),
      button("×", () => host.replaceChildren(), { class: "close", "aria-label": T.dismiss }),
    ),
  );
  announce(text);
}

/** Whether the last input came from the keyboard. */
let isByKeyboard = false;
/** Whether the last input came from a finger, which cannot point at a thing without pressing on it. */
export let isByFinger = false;
window.addEventListener("keydown", () => ([isByKeyboard, isByFinger] = [true, false]), true);
window.addEventListener("pointerdown", ({ pointerType }) => ([isByKeyboard, isByFinger] = [false, pointerType !== "mouse"]), true);

/**
 * Moves the keyboard focus to the heading of the panel, if the element that had the focus is gone. The next Tab leads to the
 * first choice.
 */
export function focusPanel() {
  const active = document.activeElement;
  if (isByKeyboard && (active === null || active === document.body || active === byId("main"))) {
    const heading = byId("list").querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

/** Runs work that may fail. If it fails, shows the reason. */
export function attempt(work: () => void) {
  try {
    work();
  } catch (error) {
    notice(errorInWords(error));
  }
}

function showChances({ value, names, rules = app.rules, what = "" }: Picture) {
  const host = byId("chances");
  if (value === null) {
    host.replaceChildren(make("p", { class: "chances idle" }, "\u00a0"));
    return;
  }
  const other = rules.doubleWin ? 0 - value : 1 - value;
  const full = make("span", { class: "full" });
  full.style.width = `${100 * shareOf(rules, value)}%`;
  host.replaceChildren(
    make(
      "p",
      { class: "chances" },
      what !== "" && make("span", { class: "small" }, what),
      chanceOf("light", names[0], showValue(rules, value, SHORT)),
      make("span", { class: "bar", "aria-hidden": "true" }, full),
      chanceOf("dark", names[1], showValue(rules, other, SHORT)),
    ),
  );
}

/** The chance of a side, after its name. A name that is too long is cut off at its end; the number never is. */
function chanceOf(side: string, name: string, value: string) {
  return make("span", { class: `who ${side}` }, make("span", { class: "name" }, name), " ", make("b", {}, value));
}
