// The panel of past games: the list, the curve of the person's rating, export and import.

import type { PastGame } from "../../records/past.ts";
import type { Game } from "../../rules/game.ts";
import type { Rules } from "../../rules/rules.ts";
import { localDateOf } from "../../records/day.ts";
import { nameInLanguage, readReviewLink } from "../../records/game-link.ts";
import { bringBackPast, forgetPast, importPast, pastGames } from "../../records/past.ts";
import { openSolution } from "../../rules/library.ts";
import { recordReader } from "../../rules/record.ts";
import { rulesNamed } from "../../rules/rules.ts";
import { addEvidence, noEvidence, strengthFrom } from "../../rules/strength.ts";
import { inSlices } from "../../rules/slices.ts";
import { isolated } from "../../rules/writing.ts";
import { recordIn, showGames } from "./reviewing.ts";
import { T } from "../../texts/language.ts";
import { decimal, REVIEWED, showLoss } from "../../texts/numbers.ts";
import { errorInWords, ratingInWords, ruleSetName, strengthInWords } from "../../texts/words.ts";
import { app, notice, offerUndo } from "../../view/app.ts";
import { button, draw, make } from "../../view/elements.ts";
import { saveGames } from "../../view/sharing.ts";

/** The list as it was built last, of which games, and how they are shown. */
const built: { of: unknown[]; list: HTMLElement | null } = { of: [], list: null };

/** The games, the latest first. A list that is still right is not built again. */
export function pastList() {
  const of = [pastGames(), T, app.rules];
  if (!built.list || of.some((it, at) => it !== built.of[at])) {
    Object.assign(built, { of, list: buildList() });
  }
  return built.list;
}

function buildList() {
  const games = pastGames();
  const file = make("input", { type: "file", id: "past-file", class: "unseen", accept: ".txt,text/plain", "data-key": "past-file" });
  file.addEventListener("change", () => file.files?.[0] && void importFile(file.files[0]));
  return make(
    "section",
    { id: "past", class: "facts" },
    make("h2", {}, T.past.title),
    games.length === 0 && make("p", {}, T.past.none),
    // By other rules, the unit is another.
    ratingCurve(games.filter(({ rules, rating }) => rules === app.rules.name && rating !== null).reverse()),
    make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": T.past.title },
      make("ul", { class: "presets" }, ...games.map(pastItem)),
    ),
    make(
      "div",
      { class: "file-line" },
      games.length > 0 && button(T.past.exportAll, () => void exportAll(), { "data-key": "past-export" }),
      file,
      make("label", { for: "past-file", class: "file" }, T.past.importAll),
      make("span", { class: "small" }, T.past.kept),
    ),
  );
}

function dateOfPast({ time }: PastGame) {
  return time === 0 ? T.past.noDate : localDateOf(time);
}

function pastItem(past: PastGame, at: number) {
  const { own, points, loss, evidence } = past;
  const rules = rulesNamed(past.rules) as Rules;
  const names = past.names.map((name) => isolated(T.nameToShow(nameInLanguage(name), true)));
  const date = dateOfPast(past);
  const text =
    own < 2
      ? T.past.played(date, points, names[1 - own])
      : T.past.watched(date, names, T.play.won(names[points > 0 ? 0 : 1], Math.abs(points)));
  const rating = evidence ? ratingInWords(strengthFrom(evidence)) : "";
  const worth = loss !== null && T.past.worth(rating, showLoss(rules, loss, REVIEWED));
  const under = app.inside.length > 1 || !app.inside.includes(past.rules) ? ruleSetName(past.rules) : "";
  const forget = () => {
    forgetPast(past);
    offerUndo(T.past.deleted, () => {
      bringBackPast(past);
      app.show();
    });
    app.show();
  };
  return make(
    "li",
    {},
    make("div", {}, make("div", {}, text), make("div", { class: "small" }, [under, worth].filter(Boolean).join("; "))),
    app.inside.includes(past.rules) &&
      button(T.past.open, () => void openPast(past), { "aria-label": T.past.openThis(text), "data-key": `past-${at}` }),
    button("×", forget, { "aria-label": T.past.delete(text), title: T.past.delete(text), "data-key": `forget-${at}` }),
  );
}

/**
 * The ratings, game by game, with perfect play at the top, and what all games together tell of the player; nothing for fewer than
 * two games.
 */
function ratingCurve(games: PastGame[]) {
  if (games.length < 2) {
    return null;
  }
  const ratings = games.map(({ rating }) => rating ?? 0);
  const all = noEvidence();
  games.forEach(({ evidence }) => evidence && addEvidence(all, evidence));
  const strength = strengthInWords(strengthFrom(all));
  const most = Math.max(...ratings, 1);
  const points = ratings.map((rating, at) => `${40 + (310 * at) / (ratings.length - 1)} ${8 + (74 * rating) / most}`);
  const text = T.past.curve(ratings.length);
  return make(
    "div",
    { class: "curve-box" },
    draw(
      "svg",
      { viewBox: "0 0 360 90", class: "curve", role: "img", "aria-label": text },
      draw("path", { class: "grid", d: "M40 8H350M40 82H350" }),
      draw("text", { class: "tick", x: 35, y: 12, "text-anchor": "end" }, "0"),
      draw("text", { class: "tick", x: 35, y: 86, "text-anchor": "end" }, decimal(most, 0)),
      draw("path", { class: "values", d: `M${points.join("L")}` }),
    ),
    make("p", { class: "small" }, strength === "" ? text : `${text} ${T.past.together(strength)}`),
  );
}

/** The game that was kept, and what is wrong with its link. */
function gameOfPast({ link, rules }: PastGame): { games: Game[]; faults: string[] } {
  return readReviewLink(link.replace("#review:", ""), [rules]);
}

/** All games that can be read, each with its date and its result. */
function* gamesToExport(): Generator<void, Game[]> {
  const games = [];
  for (const past of pastGames()) {
    const [game] = gameOfPast(past).games;
    if (game) {
      game.headers = past.time === 0 ? [] : [["date", dateOfPast(past)]];
      games.push(game);
    }
    if (game?.isOver) {
      game.headers.push(["result", `${game.names[game.winner]} wins${game.points === 2 ? " double" : ""}`]);
    }
    yield;
  }
  return games;
}

async function exportAll() {
  saveGames((await inSlices(gamesToExport(), () => true)) ?? [], T.past.exported);
}

async function importFile(file: File) {
  try {
    const text = await recordIn(file);
    const games = text === null ? undefined : await inSlices(recordReader(text), () => true);
    for (const name of new Set(games?.map(({ rules }) => rules.name))) {
      await (app.inside.includes(name) && openSolution(name));
    }
    const added = games && (await inSlices(importPast(games), () => true));
    if (games && added !== undefined) {
      app.show();
      notice(T.past.imported(added, games.length));
    }
  } catch (error) {
    notice(errorInWords(error));
  }
}

async function openPast(past: PastGame) {
  const { games, faults } = gameOfPast(past);
  if (games.length > 0) {
    await showGames(games, past.own);
  }
  notice(faults.join(" "));
}
