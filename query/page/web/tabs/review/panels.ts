// The panels around the board of a review: the turn, the sums, the mistakes to try again, all turns, and ways to open a
// record.

import type { Review, Reviewed, Slip, Sums } from "../../facts/review.ts";
import type { Game } from "../../rules/game.ts";
import type { Rules } from "../../rules/rules.ts";
import { hitsOf, throwsThatHit } from "../../facts/facts.ts";
import { mistakesOf } from "../../facts/review.ts";
import { atTurn, hasSeveralGames } from "../../records/game-link.ts";
import { throwsOf } from "../../rules/rules.ts";
import { strengthFrom } from "../../rules/strength.ts";
import { isolated } from "../../rules/writing.ts";
import { pastList } from "./past-panel.ts";
import {
  bestInWords, chooseGame, goTo, listedMistakes, LONGEST_SHOWN, markInWords, mistakeInWords, mistakesToTry, MOST_WORST, openFile,
  openRecord, placeAfter, reviewedNow, reviewing, showTurn, tryAgain, tryMove, turnInWords, turnJudged, turnsToTry,
} from "./reviewing.ts";
import { T } from "../../texts/language.ts";
import { REVIEWED, showDifference, showLoss, showValue } from "../../texts/numbers.ts";
import { comparedInWords, leastMarked, levelInWords, moveInWords, namesOf, ratingInWords, ruleSetName, wonInWords } from "../../texts/words.ts";
import { announce, app, focusPanel, notice, revealSays } from "../../view/app.ts";
import { pressMove } from "../../view/choosing.ts";
import { drawCurve } from "../../view/curve.ts";
import { button, choice, formButton, inElements, make } from "../../view/elements.ts";
import { explained, judged } from "../../view/glossary.ts";
import { menu, tool } from "../../view/icons.ts";
import { MOST_CHOICES, saveGames, saveInWords, shareGames } from "../../view/sharing.ts";
import { drawThrow } from "../../view/show-dice.ts";
import { arrowLegend, inOrder, moveList, valuesAreOf } from "../../view/show-moves.ts";
import { MOST_LISTED, stepTools, turnTable } from "../../view/show-turns.ts";

export function reviewSays() {
  const { review, trying } = reviewing;
  if (!review) {
    return [];
  }
  const now = reviewedNow();
  return [
    make("div", { class: "say" }, now && drawThrow(now.turn.dice), make("p", {}, ...explained(turnInWords()))),
    now && trying === 0 && make("p", { class: "judged" }, ...explained(turnJudged())),
    now &&
      reviewing.solved.has(trying) &&
      arrowLegend(now.moves[0], now.played, T.review.playedArrow(moveInWords(now.played.play))),
    ...(trying === 0 ? [sidesInShort(review), ...curveOfReview(review)] : []),
  ];
}

/** How the game ended. */
export function resultInWords({ game, resigned }: Review) {
  return resigned || game.isOver ? wonInWords(game, namesOf(game)) : T.review.unfinished;
}

/** The sums of both sides, a line each: they are on the first screen. */
function sidesInShort({ game, seats }: Review) {
  const lines = [game.first, 1 - game.first].map((seat) => {
    const { mistakes, decisions } = seats[seat];
    return make("p", {}, ...judged(T.review.inShort(namesOf(game)[seat], mistakes, decisions, levelInWords(strengthFrom(seats[seat].evidence)))));
  });
  return make("div", { class: "in-short" }, ...lines);
}

function curveOfReview(review: Review) {
  return [
    drawCurve(review, reviewing.turn, (it) => mistakeInWords(it, namesOf(review.game)), showTurn),
    make("p", { class: "small" }, T.review.curveHelp(namesOf(review.game), leastMarked(review.game.rules)[0])),
  ];
}

/** Shows a turn, and scrolls to what is said about it. */
function showTurnAndText(turn: number) {
  showTurn(turn);
  revealSays();
}

/** The steps through the turns, and the menu. */
export function reviewTools() {
  const { review, turn, trying, link, held, at, games } = reviewing;
  const now = reviewedNow();
  if (!review) {
    return [];
  }
  if (now && trying > 0) {
    return [make("div", { class: "tools" }, ...tryTools(now))];
  }
  const address = at > 0 && hasSeveralGames(link) ? link : atTurn(link, turn);
  const next = placeAfter(turn, mistakesToTry);
  return [
    make(
      "div",
      { class: "tools steps" },
      ...stepTools({ at: turn, count: review.turns.length }, showTurn),
      next &&
        tool("skip", T.review.nextShort, () => void goTo(next, showTurnAndText), {
          "aria-label": T.review.next,
          title: T.review.next,
          "data-key": "next-mistake",
        }),
      now && now.loss > 0 && tool("again", T.review.tryAgain, () => tryAgain(turn), { class: "primary", "data-key": "try-this" }),
      menu(
        now &&
          tool("analyse", T.review.analyse, () => app.doors.analyse(review.game, review.turns.indexOf(now)), {
            "data-key": "analyse",
          }),
        tool("link", T.analyse.copy, () => shareGames(games, { link: address, held }), { "data-key": "copy" }),
        tool("save", saveInWords(games), () => saveGames(games), { "data-key": "save" }),
        tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
      ),
    ),
  ];
}

/** The name of a game of a record; with its rules, if the record has several. */
function gameName(game: Game, at: number, isMixed: boolean) {
  const name = T.review.gameName(at + 1, namesOf(game).join(" – "));
  return isMixed ? `${name} (${ruleSetName(game.rules.name)})` : name;
}

/** The choice of a game of the record; of very many games, those around the present one. */
function gameChoice() {
  const { games, at } = reviewing;
  if (games.length < 2) {
    return null;
  }
  const isMixed = games.some((game) => game.rules !== games[0].rules);
  const from = Math.max(0, Math.min(at - MOST_CHOICES / 2, games.length - MOST_CHOICES));
  const options: [string, string][] = games
    .slice(from, from + MOST_CHOICES)
    .map((game, index) => [String(from + index), gameName(game, from + index, isMixed)]);
  const all = choice(T.review.games, options, String(at), (value) => void chooseGame(Number(value)), "game");
  const to = from + options.length;
  return make("div", {}, all, to - from < games.length && make("p", { class: "small" }, T.review.gamesShown(from + 1, to, games.length)));
}

export function reviewPanel() {
  const { review } = reviewing;
  if (!review) {
    return [make("h2", {}, T.review.title), make("p", {}, T.review.none), pastList(), ...recordForm()];
  }
  const { headers } = review.game;
  const names = namesOf(review.game);
  const title = headers.find(([name]) => name.toLowerCase() === "title")?.[1];
  return [
    make("h2", {}, title === undefined ? T.says(T.review.title, names.join(" – ")) : isolated(title)),
    gameChoice(),
    make("p", {}, resultInWords(review)),
    ...turnTable(review, reviewing.turn, showTurn),
  ];
}

/** The luck and skill of both sides. */
export function summary(review: Review) {
  const { game } = review;
  const { rules } = game;
  const heads = [T.review.side, ...sumHeads()];
  const rows = [game.first, 1 - game.first].map((seat) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, namesOf(game)[seat]),
      ...sumCells(rules, review.seats[seat]).map((cell) => make("td", {}, cell)),
    ),
  );
  // Transpose the table, so that the two sides stand side by side on a phone.
  const table = make(
    "table",
    { class: "sums" },
    make(
      "tbody",
      {},
      ...heads.map((head, at) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, ...judged(head)),
          ...rows.map((row) => make(at === 0 ? "th" : "td", {}, ...row.children[at].childNodes)),
        ),
      ),
    ),
  );
  const seat = reviewing.own < 2 ? reviewing.own : game.first;
  const toSeat = (value: number) => (seat === game.first ? value : app.solution.flip(value));
  const [own, other] = [review.seats[seat], review.seats[1 - seat]];
  const [luck, errors] = [own.luck - other.luck, own.errors - other.errors];
  const equation = T.review.equation(
    showValue(rules, toSeat(review.result), REVIEWED),
    showValue(rules, toSeat(review.start), REVIEWED),
    showLoss(rules, Math.abs(luck), REVIEWED),
    luck >= 0,
    showLoss(rules, Math.abs(errors), REVIEWED),
    namesOf(game)[seat],
    errors === 0 ? "" : namesOf(game)[errors > 0 ? seat : 1 - seat],
  );
  return [
    make("h2", {}, T.review.summary),
    table,
    make("p", { class: "small" }, equation),
    review.resigned &&
      make(
        "p",
        {},
        T.review.resigned(
          namesOf(game)[review.resigned.seat],
          showLoss(rules, review.resigned.loss, REVIEWED),
          review.resigned.best?.move ?? "",
        ),
      ),
    make("p", { class: "small" }, T.review.ratingHelp(...leastMarked(rules))),
  ];
}

/** What stands below: the sums, the moves to try again, and ways to open another record. */
export function reviewBelow() {
  return reviewing.review
    ? [
        make("section", { class: "facts" }, ...summary(reviewing.review)),
        make("section", { class: "facts" }, ...mistakeList()),
        totalsTable(),
        pastList(),
        make("section", { class: "card" }, ...recordForm()),
      ]
    : [];
}

/** Headings of the table of a side's sums. */
function sumHeads() {
  const { luck, errors, decisions, mistakes, marked, rating, level } = T.review;
  return [luck, errors, decisions, mistakes, marked, rating, level];
}

function sumCells(rules: Rules, sums: Sums) {
  const strength = strengthFrom(sums.evidence);
  return [
    showDifference(rules, sums.luck, REVIEWED),
    showLoss(rules, sums.errors, REVIEWED),
    String(sums.decisions),
    String(sums.mistakes),
    `${sums.doubtful} / ${sums.bad}`,
    ratingInWords(strength) || "–",
    levelInWords(strength) || "–",
  ];
}

/** The mistakes that can be tried again and gave most away, the worst first. */
function worstMistakes() {
  return listedMistakes()
    .filter(({ play }) => play !== null)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, MOST_WORST);
}

/** The sums of each player over all games of the record, as soon as they are worked out. */
function totalsTable() {
  const { games, totals } = reviewing;
  if (games.length < 2) {
    return null;
  }
  const title = make("h2", {}, T.review.totals(games.length));
  if (!totals) {
    return make("section", { id: "totals" }, title, make("p", {}, T.analyse.computing));
  }
  const isMixed = totals.some((it) => it.rules !== totals[0].rules);
  const heads = [T.review.side, T.review.gamesWon, ...sumHeads()];
  const rows = totals
    .slice(0, MOST_LISTED)
    .map((it) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, isolated(T.nameToShow(it.name, true)) + (isMixed ? ` (${ruleSetName(it.rules.name)})` : "")),
        make("td", {}, `${it.won} / ${it.finished} / ${it.games}`),
        ...sumCells(it.rules, it.sums).map((cell) => make("td", {}, cell)),
      ),
    );
  const table = make(
    "table",
    { class: "totals" },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
  const region = { class: "scroll", tabindex: 0, role: "region", "aria-label": T.review.totals(games.length) };
  return make("section", { id: "totals" }, title, make("div", region, table));
}

/** The mistakes, each to be tried again with one click: the worst first, then the others turn by turn. */
function mistakeList() {
  const { review, whose } = reviewing;
  if (!review) {
    return [];
  }
  const names = namesOf(review.game);
  const counts = mistakesOf(review).map(({ seat }) => seat);
  const count = (seat: number) => counts.filter((it) => it === seat).length;
  const whoseChoice = choice(
    T.review.whose,
    [
      ["0", `${T.review.ofSide(names[0])} (${count(0)})`],
      ["1", `${T.review.ofSide(names[1])} (${count(1)})`],
      ["2", `${T.review.both} (${counts.length})`],
    ],
    String(whose),
    (value) => {
      reviewing.whose = Number(value);
      app.show();
    },
    "whose",
  );
  const worst = worstMistakes();
  const others = listedMistakes().filter(({ number }) => worst.every((it) => it.number !== number));
  const [first, then] = [T.review.worst(worst.length), T.review.others];
  return [
    make("div", { class: "titled" }, make("h2", {}, T.review.mistakesTitle), counts.length > 0 && whoseChoice),
    worst.length + others.length === 0 && make("p", {}, T.review.noMistakes(whose === 2 ? "" : names[whose])),
    worst.length > 0 && others.length > 0 && make("h3", {}, first),
    make("ul", { class: "mistakes worst" }, ...worst.map(mistakeItem)),
    worst.length > 0 && others.length > 0 && make("h3", {}, then),
    others.length > 0 &&
      make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": then },
        make("ul", { class: "mistakes" }, ...others.slice(0, MOST_LISTED).map(mistakeItem)),
      ),
    others.length > MOST_LISTED && make("p", { class: "small" }, T.review.more(others.length - MOST_LISTED)),
  ];
}

function mistakeItem(mistake: Slip) {
  const { number, play, loss, mark } = mistake;
  const names = namesOf(reviewing.games[reviewing.at]);
  return make(
    "li",
    { class: "mistake" },
    make(
      "div",
      {},
      make("div", {}, mistakeInWords(mistake, names)),
      make(
        "div",
        { class: "small" },
        mark !== "" && make("strong", { class: "mark" }, markInWords(mark, "", "")),
        `${mark === "" ? "" : ", "}${T.review.gave(showLoss(app.rules, loss, REVIEWED))}`,
      ),
    ),
    play &&
      button(reviewing.solved.has(number) ? `✓ ${T.review.foundMark}` : T.review.tryAgain, () => tryAgain(number), {
        "data-key": `try-${number}`,
        "data-turn": number,
      }),
  );
}

/** A mistake, until the best move is found. */
export function tryPanel() {
  const { review, trying, games, at } = reviewing;
  const now = reviewedNow();
  if (!review || !now) {
    return [];
  }
  const { rules } = review.game;
  const isSolved = reviewing.solved.has(trying);
  const names = namesOf(review.game);
  const { position, die } = now.turn;
  return [
    make("h2", {}, T.practise.question),
    make("p", { class: "small" }, triesInWords(games.length > 1 ? gameName(review.game, at, false) : "")),
    reviewing.verdict !== "" && make("p", { class: isSolved ? "verdict right" : "verdict" }, reviewing.verdict),
    isSolved && make("p", {}, ...explained(comparedInWords(rules, position, now.played, now.moves[0], REVIEWED))),
    isSolved && now.loss > 0 && punishment(rules, now),
    isSolved && valuesAreOf(rules, names[now.turn.seat]),
    moveList({
      rules,
      position,
      die,
      moves: isSolved ? now.moves : inOrder(now.moves),
      values: isSolved,
      digits: REVIEWED,
      press: (ranked, isFinger) => !isSolved && pressMove(ranked, isFinger, tryMove, reviewing),
      touch: isSolved ? undefined : reviewing,
      point: (ranked) => {
        reviewing.pointed = ranked;
        app.draw();
      },
    }),
  ];
}

/** What is done while a turn is tried again. */
function tryTools(now: Reviewed) {
  const { trying } = reviewing;
  const isSolved = reviewing.solved.has(trying);
  const following = placeAfter(trying, turnsToTry);
  const answer = () => {
    reviewing.solved.add(trying);
    reviewing.verdict = T.review.bestWas(bestInWords(now));
    announce(reviewing.verdict);
    app.show();
    focusPanel();
  };
  return [
    !isSolved && button(T.review.answer, answer, { "data-key": "answer" }),
    following &&
      button(T.practise.next, () => void goTo(following, tryAgain), { class: isSolved ? "primary" : null, "data-key": "next" }),
    button(T.review.back, () => showTurn(trying), { "data-key": "back" }),
  ];
}

/** The hit that punishes a mistake, if there is one. */
function punishment(rules: Rules, now: Reviewed) {
  const hits = hitsOf(rules, now.played.play.next);
  const { count } = throwsThatHit(rules, hits);
  if (count === 0) {
    return null;
  }
  const worst = hits.find((hit) => app.solution.ranked(now.played.play.next, hit.die)[0].play.hit);
  const reply = worst && app.solution.ranked(now.played.play.next, worst.die)[0];
  const punished = worst && reply ? ` ${T.review.punishes(moveInWords(reply.play), worst.die)}` : "";
  return make("p", { class: "small" }, T.review.reply(count, throwsOf(rules)) + punished);
}

/** Ways to open a record. */
function recordForm() {
  const file = make("input", {
    type: "file",
    id: "record-file",
    class: "unseen",
    accept: ".txt,text/plain",
    "data-key": "record-file",
  });
  file.addEventListener("change", () => {
    if (file.files?.[0]) {
      void openFile(file.files[0]);
    }
  });
  const text = make("textarea", {
    id: "record-text",
    rows: 4,
    placeholder: `rules: standard\n${T.light} 6-3 0/3\n${T.dark} 5-2 0/2`,
    spellcheck: "false",
    dir: "auto",
    "aria-describedby": "record-fault",
    "data-key": "record-text",
  });
  // Browsers take seconds to lay out a very long text, so it is read without being shown.
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (pasted.length > LONGEST_SHOWN) {
      event.preventDefault();
      void openRecord(pasted);
    }
  });
  const fault = make("p", { class: "fault", role: "alert", id: "record-fault" });
  const read = () => {
    fault.textContent = "";
    void openRecord(text.value, (it) => (fault.isConnected ? fault.replaceChildren(...inElements(it)) : notice(it)));
  };
  const form = make(
    "form",
    { class: "record" },
    make(
      "div",
      { class: "file-line" },
      file,
      make("label", { for: "record-file", class: "file" }, T.review.open),
      make("span", { class: "small" }, T.review.drop),
    ),
    make("label", { for: "record-text", class: "unseen" }, T.review.paste),
    text,
    fault,
    formButton(T.review.read, read, { "data-key": "record-read" }),
  );
  return [form];
}

/**
 * Which of the turns to try again this is, and that right turns are among them.
 * @param game its name, if there are several
 */
function triesInWords(game: string) {
  const { games, at, solved, trying } = reviewing;
  const left = new Set([...turnsToTry(games[at]), trying].filter((number) => !solved.has(number))).size;
  const count = mistakesToTry(games[at]).length;
  const words = left === 0 ? T.review.lastTry : T.review.tries(left, count);
  return game === "" ? words : `${game}. ${words}`;
}
