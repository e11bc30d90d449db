// The settings before a game: the opponent, the colour of the men and, unfolded on demand, all other settings.

import { hasMatches, MATCH_LENGTHS } from "../../facts/match.ts";
import { remember } from "../../records/memory.ts";
import { pastGames } from "../../records/past.ts";
import { constants } from "../../rules/constants.ts";
import { freshSeed } from "../../rules/dice.ts";
import { PERFECT } from "../../rules/levels.ts";
import { friendWays } from "./friend-panel.ts";
import { gameBefore } from "./kept.ts";
import { playing, settings } from "./playing.ts";
import { paceChoice, toggle } from "./settings.ts";
import { beginDay, beginMatch, bringBackGame } from "./steps.ts";
import { T } from "../../texts/language.ts";
import { decimal } from "../../texts/numbers.ts";
import { translated } from "../../texts/words.ts";
import { app, notice } from "../../view/app.ts";
import { button, choice, formButton, make } from "../../view/elements.ts";
import { addressOf } from "../../view/shell.ts";

/** Whether the less usual settings are unfolded, and the seed as it is typed. */
const form = { isMoreOpen: false, seed: "" };

/** The computer that is chosen, in words: how many games it wins against perfect play. */
function opponentInWords() {
  const { level } = settings;
  if (level === 0) {
    return T.play.meetsPerson;
  }
  if (level === PERFECT) {
    return T.play.meetsPerfect;
  }
  const result = constants().results[app.rules.name]?.[level - 1];
  if (result === undefined) {
    return T.play.meetsLevel(level);
  }
  return app.rules.doubleWin
    ? T.play.losesPoints(decimal(-result, 2))
    : T.play.winsGames(Math.round(100 * result));
}

/**
 * A choice between a few options that are all visible.
 * @param options values and names
 */
function fewChoices(label: string, options: [string, string][], chosen: string, choose: (value: string) => void, key: string) {
  const buttons = options.map(([value, name]) => {
    const input = make("input", { type: "radio", name: key, value, checked: value === chosen, "data-key": `${key}-${value}` });
    input.addEventListener("change", () => choose(value));
    return make("label", { class: "option" }, input, make("span", {}, name));
  });
  return make("fieldset", { class: "options few" }, make("legend", {}, label), make("div", { class: "few-options" }, ...buttons));
}

export function beginForm() {
  const { play } = T;
  const levels: [string, string][] = constants().tolerances.map((_, at) => [String(at + 1), play.level(at + 1)]);
  const opponent = choice(
    play.opponent,
    [...levels, ["0", play.two]],
    String(settings.level),
    (value) => {
      settings.level = Number(value);
      remember("level", value);
      app.show();
    },
    "opponent",
  );
  opponent.querySelector("select")?.setAttribute("aria-describedby", "opponent-help");
  const colour = fewChoices(
    play.colour,
    [
      ["light", T.light],
      ["dark", T.dark],
    ],
    settings.own === 0 ? "light" : "dark",
    (value) => {
      settings.own = value === "dark" ? 1 : 0;
      remember("colour", value);
      app.show();
    },
    "colour",
  );
  const seed = make("input", {
    type: "text",
    id: "seed",
    value: form.seed,
    input: () => (form.seed = seed.value),
    inputmode: "numeric",
    autocomplete: "off",
    "data-key": "seed",
    "aria-describedby": "seed-help",
  });
  const more = make(
    "details",
    { class: "more", open: form.isMoreOpen },
    // The event "toggle" comes later: the form may have been drawn anew by then.
    make("summary", { "data-key": "more", click: () => (form.isMoreOpen = !more.open) }, play.more),
    lengthChoice(),
    diceChoice(),
    settings.isReal && make("p", { class: "small" }, realBoardRule()),
    paceChoice(),
    toggle("forcing"),
    toggle("sound"),
    make("label", { class: "field", for: "seed" }, make("span", {}, play.seed), seed),
    make("p", { class: "small", id: "seed-help" }, play.seedHelp),
  );
  more.addEventListener("toggle", () => (form.isMoreOpen = more.open));
  const before = gameBefore();
  return [
    make(
      "form",
      { class: "begin", id: "begin-form" },
      make("h2", {}, play.title),
      opponent,
      make("p", { class: "small", id: "opponent-help" }, opponentInWords()),
      settings.level > 0 ? colour : toggle("touch-move"),
      toggle("tutor"),
      app.inside.includes("standard") && make("a", { href: "#daily", class: "way", "data-key": "daily" }, T.daily.name),
      make("a", { href: addressOf({ mode: "rules" }), class: "way", "data-key": "read-rules" }, T.analyse.readRules),
      ...friendWays(),
      pastGames().length > 0 && make("a", { href: addressOf({ mode: "review" }), class: "way", "data-key": "past-games" }, T.past.title),
      before && button(play.bringBack, () => void bringBackGame(before), { "data-key": "bring-back" }),
      more,
    ),
  ];
}

/** The button that begins a game with the settings of the form, or the game of the day. */
export function beginButton() {
  const begin = () => {
    const text = form.seed.trim();
    if (!/^[0-9]{0,9}$/.test(text)) {
      notice(T.play.seedWrong);
      return;
    }
    playing.seed = text === "" ? freshSeed() : Number(text);
    beginMatch();
  };
  const chosen = playing.day === "" ? begin : beginDay;
  // Enter in a field of the form presses it too.
  return formButton(T.play.begin, () => (app.opened ? chosen() : void app.ready.then(chosen)), { form: "begin-form", class: "primary", "data-key": "begin" });
}

/** The choice of the length of a match, if the page has matches for the rule set. */
function lengthChoice() {
  if (!hasMatches(app.rules)) {
    return make("p", { class: "small" }, T.match.none);
  }
  return choice(
    T.match.label,
    [1, ...MATCH_LENGTHS].map((length) => [String(length), length === 1 ? T.match.single : T.match.title(length)]),
    String(settings.length),
    (value) => {
      settings.length = Number(value);
      remember("match", value);
    },
    "match",
  );
}

function diceChoice() {
  return choice(
    T.play.dice,
    [
      ["here", T.play.diceHere],
      ["real", T.play.diceReal],
    ],
    settings.isReal ? "real" : "here",
    (value) => {
      settings.isReal = value === "real";
      app.show();
    },
    "dice",
  );
}

/** The rule for people with a board and dice of their own. */
function realBoardRule() {
  const section = constants().rulebooks[app.rules.name].find(({ topic }) => topic === "real board");
  return section ? translated(section.rule) : "";
}
