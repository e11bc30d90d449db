// The games that are reviewed: how they are opened, the turn that is shown or tried again, and its board.

import type { Player, Review, Reviewed, Slip } from "../../facts/review.ts";
import type { Game } from "../../rules/game.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Picture } from "../../view/app.ts";
import type { Scene } from "../../view/board.ts";
import type { Choosing } from "../../view/choosing.ts";
import { chanceOfError } from "../../facts/questions.ts";
import { mistakesOf, reviewOf, totalsOf } from "../../facts/review.ts";
import { hasSeveralGames, readReviewLink, splitTurn } from "../../records/game-link.ts";
import { remember, remembered, rememberedInPieces, rememberInPieces } from "../../records/memory.ts";
import { constants } from "../../rules/constants.ts";
import { boardOf } from "../../rules/game.ts";
import { openSolution, solutionOf, solutions } from "../../rules/library.ts";
import { writeThrow } from "../../rules/notation.ts";
import { MOST_TURNS, RecordError, recordReader, textOfFile } from "../../rules/record.ts";
import { inSlices, pause } from "../../rules/slices.ts";
import { capital, printable } from "../../rules/writing.ts";
import { T } from "../../texts/language.ts";
import { REVIEWED, showLoss } from "../../texts/numbers.ts";
import { boardInWords, comparedInWords, errorInWords, moveInWords, namesOf, throwInWords } from "../../texts/words.ts";
import { announce, app, focusPanel, notice, offerUndo, revealSays } from "../../view/app.ts";
import { emptyBoard } from "../../view/board.ts";
import { piecesToChoose, threatsAfter } from "../../view/choosing.ts";
import { isBeside } from "../../view/geometry.ts";
import { linkOf, MOST_CHOICES } from "../../view/sharing.ts";
import { addressOf, changeRules, leaveMode, setAddress, showTop } from "../../view/shell.ts";
import { stepByKeys } from "../../view/show-turns.ts";

/** Maximum length of a record that is shown when it is pasted, in characters. */
export const LONGEST_SHOWN = 20_000;
/** Maximum number of mistakes that are listed first, as the worst of the game. */
export const MOST_WORST = 3;
/** Maximum size of a record that is read, in bytes: 100,000 lines of 1024. */
const LARGEST_RECORD = 100_000 * 1024;

export const reviewing = {
  games: [] as Game[],
  at: 0,
  review: null as Review | null,
  /** The address of the review; without games if they are too long for an address. */
  link: "",
  /** Number of games that the address holds. */
  held: 0,
  /** Whether the games are those of the record that is kept. */
  isKept: false,
  /** The sums over all games, as soon as they are known. */
  totals: null as Player[] | null,
  /** Number of records opened so far. Reading a record stops once another record is opened. */
  opened: 0,
  /** The turn that the board shows, counted from 1; 0 is before the first throw. */
  turn: 0,
  /** The turn that is tried again, counted from 1. */
  trying: 0,
  /** Turns whose best move was found or shown. */
  solved: new Set() as Set<number>,
  /** The same of every game that was shown. */
  solvedIn: new Map() as Map<Game, Set<number>>,
  /** The reviews of the games so far. */
  reviews: new Map() as Map<Game, Review>,
  /** What the last try was worth. */
  verdict: "",
  /** Seats whose mistakes are listed: 0, 1, or 2 for both. */
  whose: 2,
  /** Seat of the person at this page, in games that were played here; otherwise 2. */
  own: 2,
  pointed: null as Ranked | null,
  isTouched: false,
};

/**
 * Reviews games that were played here. The first turn to try again is a puzzle: its answer is hidden until it is found or asked for.
 * A line of play is shown at a turn instead.
 */
export function reviewGames(games: Game[], turn?: number) {
  leaveMode("review");
  offerReview(games);
  const whose = turn === undefined ? app.doors.gamesOnBoard().own : 2;
  openReview(games, whose);
  reviewing.own = whose;
  const first = turn === undefined ? placeAfter(0, turnsToTry) : undefined;
  startReview(first?.at ?? 0);
  reviewing.turn = turn ?? first?.turn ?? reviewing.turn;
  noteReview(true);
  if (first) {
    tryAgain(first.turn);
    return;
  }
  app.show();
  revealSays();
  focusPanel();
}

/** Reviews games, and shows the game with the index `at`, whose rule set must be the chosen one. */
export function openReview(games: Game[], whose: number, at: number = 0) {
  for (const game of games) {
    game.names = game.names.map(printable);
    game.headers = game.headers.map(([name, text]) => [printable(name), printable(text)]);
  }
  reviewing.opened += 1;
  reviewing.games = games;
  reviewing.whose = whose;
  reviewing.own = 2;
  reviewing.isKept = false;
  reviewing.totals = null;
  reviewing.solvedIn = new Map();
  reviewing.reviews = new Map();
  startReview(at);
  void addUp();
}

/** Works out the sums over all games, if there are several. */
export async function addUp() {
  const { games, opened } = reviewing;
  if (games.length < 2) {
    return;
  }
  for (const name of new Set(games.map((game) => game.rules.name))) {
    await openSolution(name);
  }
  await pause();
  const totals = await inSlices(totalsOf(games), () => reviewing.opened === opened);
  if (totals && reviewing.opened === opened) {
    reviewing.totals = totals;
    if (app.mode === "review") {
      app.show();
    }
  }
}

/** Offers to bring back the review that is about to be replaced, unless its games are reviewed again. */
function offerReview(next: Game[]) {
  if (!reviewing.review || reviewing.games.every((game) => next.includes(game))) {
    return;
  }
  const before = { ...reviewing };
  offerUndo(T.undo.record, async () => {
    await changeRules(before.games[before.at].rules.name, false);
    leaveMode("review");
    openReview(before.games, before.whose, before.at);
    Object.assign(reviewing, { turn: before.turn, solved: before.solved, solvedIn: before.solvedIn, own: before.own });
    noteReview(true);
    showTop();
    app.show();
  });
}

function reviewedGame(game: Game) {
  const { reviews } = reviewing;
  const review = reviews.get(game) ?? reviewOf(solutionOf(game.rules.name), game);
  reviews.set(game, review);
  return review;
}

/** Reviews games in place of those that are open. */
export async function showGames(games: Game[], own: number) {
  offerReview(games);
  await changeRules(games[0].rules.name, false);
  openReview(games, own);
  reviewing.own = own;
  noteReview(true);
  showTop();
  app.show();
  window.scrollTo(0, 0);
}

/** Switches to a game of the record, and to its rule set. */
export async function chooseGame(at: number) {
  await changeRules(reviewing.games[at].rules.name, false);
  startReview(at);
  noteReview(false);
  showTop();
  app.show();
}

/** Reviews a game of the record. Its rule set must be the chosen one. */
export function startReview(at: number) {
  const game = reviewing.games[at];
  reviewing.at = at;
  reviewing.review = reviewedGame(game);
  reviewing.turn = Math.min(1, game.turns.length);
  reviewing.trying = 0;
  reviewing.verdict = "";
  reviewing.solved = reviewing.solvedIn.get(game) ?? new Set();
  reviewing.solvedIn.set(game, reviewing.solved);
  Object.assign(reviewing, linkOf(reviewing.games, game));
}

export function reviewAddress() {
  return reviewing.review && reviewing.link !== "" ? reviewing.link : addressOf({ mode: "review" });
}

/** State of a review in an entry of the browser's history. */
type ReviewState = { at: number; turn: number; whose: number; own: number };
/**
 * Writes the reviewed games into the address. The browser's history receives the turn that the page shows.
 * @param isStep for a step that Back should undo
 */
export function noteReview(isStep: boolean) {
  const { at, turn, whose, own, isKept, link } = reviewing;
  setAddress(reviewAddress(), isStep, { review: { at, turn, whose, own } });
  if (isKept) {
    remember("record-link", link);
  }
}

/**
 * Opens the games of a link. If the link is a part of the record that is kept, opens the whole record. Returns the faults of
 * the link.
 * @param address of the review; empty for games that were too long for one
 * @param state of the history
 * @returns faults in words
 */
export async function openLink(address: string, state: unknown): Promise<string[]> {
  const [link, turn] = splitTurn(address);
  const noted = (state as { review?: ReviewState } | null)?.review;
  let faults: string[] = [];
  if (!reviewing.review || reviewing.link !== link) {
    const kept = noted && remembered("record-link", "none") === link ? await keptRecord() : null;
    const linked = kept || link === "" ? null : readReviewLink(link.slice("#review:".length));
    const games = kept ?? linked?.games ?? [];
    const first = kept ? games[noted?.at ?? 0] : games[0];
    faults = linked?.faults ?? [];
    if (!first) {
      return faults;
    }
    await changeRules(first.rules.name, false);
    const own = noted?.own;
    if (own === 0 || own === 1) {
      for (const game of games) {
        game.names[own] = T.you;
      }
    }
    openReview(games, noted?.whose ?? 2, games.indexOf(first));
    reviewing.own = own ?? 2;
    reviewing.isKept = kept !== null;
  } else {
    const wanted = noted?.at ?? (!Number.isNaN(turn) && hasSeveralGames(link) ? 0 : reviewing.at);
    const at = reviewing.games[wanted] ? wanted : reviewing.at;
    await changeRules(reviewing.games[at].rules.name, false);
    if (at !== reviewing.at) {
      startReview(at);
    }
  }
  const shown = noted?.turn ?? turn;
  if (shown >= 0 && shown <= reviewing.games[reviewing.at].turns.length) {
    reviewing.turn = shown;
    reviewing.trying = 0;
  } else if (!Number.isNaN(turn)) {
    faults.push(T.link.unknown(`turn=${turn}`));
  }
  return faults;
}

/** The games of the record that was opened last, if it is still known. */
async function keptRecord() {
  try {
    return (await inSlices(recordReader(rememberedInPieces("record")), () => true)) ?? null;
  } catch {
    // The stored record was changed by hand.
    return null;
  }
}

/**
 * Reads a record and reviews it, by the rules that it names.
 * @param tell shows why it cannot be read
 */
export async function openRecord(text: string, tell: (fault: string) => void = notice) {
  try {
    reviewing.opened += 1;
    const { opened } = reviewing;
    const games = await inSlices(recordReader(text), () => reviewing.opened === opened);
    if (!games) {
      return;
    }
    const foreign = games.find((game) => !app.inside.includes(game.rules.name));
    if (foreign) {
      throw new RecordError("otherRules", 0, [foreign.rules.name]);
    }
    leaveMode("review");
    offerReview(games);
    await changeRules(games[0].rules.name, false);
    notice("");
    openReview(games, 2);
    const openedNow = reviewing.opened;
    await pause();
    if (!(await inSlices(rememberInPieces("record", text), () => reviewing.opened === openedNow))) {
      return;
    }
    reviewing.isKept = true;
    noteReview(true);
    await pause();
    showTop();
    app.show();
  } catch (error) {
    tell(errorInWords(error));
  }
}

export async function openFile(file: File) {
  const text = await recordIn(file);
  if (text !== null) {
    await openRecord(text);
  }
}

/** The text of a file; null, with a message, if it is too long. */
export async function recordIn(file: File) {
  if (file.size > LARGEST_RECORD) {
    notice(errorInWords(new RecordError("turns", 0, [String(MOST_TURNS)])));
    return null;
  }
  return textOfFile(await file.arrayBuffer());
}

/** A record may be dropped anywhere on the page. */
export function acceptDrops() {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text") ?? "";
    if (file) {
      void openFile(file);
    } else if (text !== "") {
      void openRecord(text);
    }
  });
}

/** The turn that is shown, with its number; undefined before the first throw. */
export function reviewedNow() {
  return reviewing.review?.turns[(reviewing.trying || reviewing.turn) - 1];
}

export function choosingInReview(): Choosing | null {
  const now = reviewedNow();
  return now && reviewing.trying > 0 && !reviewing.solved.has(reviewing.trying)
    ? { rules: app.rules, ...now.turn, moves: now.moves }
    : null;
}

export function tryMove(ranked: Ranked) {
  const now = reviewedNow();
  if (!now || reviewing.trying === 0) {
    return;
  }
  reviewing.pointed = null;
  if (ranked.loss === 0) {
    reviewing.solved.add(reviewing.trying);
    reviewing.verdict = T.review.found(moveInWords(ranked.play));
  } else {
    const isAlmost = app.solution.inPoints(ranked.loss) < constants().doubtful;
    const verdict = isAlmost ? T.review.almost : T.review.notYet;
    reviewing.verdict = verdict(moveInWords(ranked.play), showLoss(app.rules, ranked.loss, REVIEWED));
  }
  announce(reviewing.verdict);
  app.show();
  focusPanel();
}

/** @param turn counted from 1 */
export function tryAgain(turn: number) {
  reviewing.solved.delete(turn);
  reviewing.trying = turn;
  reviewing.turn = turn;
  reviewing.verdict = "";
  reviewing.pointed = null;
  app.show();
  // People who come from the lists below should see the moves to choose from. The board is in sight anyway.
  revealSays();
  focusPanel();
  announce(`${turnInWords()} ${T.practise.question}`);
}

export function showTurn(turn: number) {
  reviewing.pointed = null;
  reviewing.turn = turn;
  reviewing.trying = 0;
  reviewing.verdict = "";
  noteReview(false);
  app.show();
  if (isBeside.matches) {
    document.querySelector("#all-turns .here")?.scrollIntoView({ block: "nearest" });
  }
  focusPanel();
  announce(`${turnInWords()} ${turnJudged()}`);
}

stepByKeys("review", () => reviewing.review && { at: reviewing.turn, count: reviewing.review.turns.length }, showTurn);

/** The position of the turn, with the move that was played; while the turn is tried again, with the move pointed at. */
export function reviewScene({ game }: Review): Scene {
  const now = reviewedNow();
  const seat = now ? now.turn.seat : game.first;
  const board = boardOf(now ? now.turn.position : game.start, seat);
  const isTrying = reviewing.trying > 0;
  const isSolved = reviewing.solved.has(reviewing.trying);
  const shown = isTrying ? (reviewing.pointed ?? (isSolved ? now?.moves[0] : undefined)) : now?.played;
  const scene: Scene = { ...board, turn: seat, label: `${T.board}. ${boardInWords(board, namesOf(game))}` };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = isTrying && !isSolved ? [] : threatsAfter(game.rules, shown.play, seat);
    scene.other = now && isSolved && now.loss > 0 && !reviewing.pointed ? { side: seat, ...now.played.play } : null;
  }
  return scene;
}

/** The turn on the board. */
export function reviewPicture(): Picture {
  const { review } = reviewing;
  if (!review) {
    return { scene: emptyBoard(), value: null, names: [T.light, T.dark] };
  }
  const now = reviewedNow();
  const value = now ? (reviewing.trying > 0 ? now.moves[0].value : now.played.value) : review.start;
  const scene = reviewScene(review);
  const choosing = choosingInReview();
  if (choosing) {
    scene.pieces = piecesToChoose(choosing);
  }
  return { scene, value: scene.turn === 0 ? value : app.solution.flip(value), names: namesOf(review.game) };
}

/** The turn that is shown in words: the throw, and the move unless it is tried again. */
export function turnInWords() {
  const { review, turn, trying } = reviewing;
  const now = reviewedNow();
  if (!review || !now) {
    return T.review.startOf;
  }
  const { rules } = review.game;
  const names = namesOf(review.game);
  const thrown = throwInWords(rules, now.turn.dice, names[now.turn.seat]);
  return [`${turn}.`, thrown, trying > 0 ? "" : `${capital(moveInWords(now.played.play))}${markInWords(now.mark, " (", ")")}.`].join(" ");
}

/** A mark in words, between the texts `before` and `after`; empty without a mark. */
export function markInWords(mark: "" | "?!" | "?", before: string, after: string) {
  return mark === "" ? "" : `${before}${mark === "?" ? T.review.bad : T.review.doubtful}${after}`;
}

/**
 * A mistake in words; the move that was played only once the best one is found.
 * @param names of the sides
 */
export function mistakeInWords({ number, seat, dice, play }: Slip, names: string[]) {
  return play
    ? T.review.mistake(number, names[seat], writeThrow(dice), reviewing.solved.has(number) ? moveInWords(play) : "")
    : T.review.gaveUp(number, names[seat]);
}

/** What the move of a turn lost, what was best, and why. */
export function turnJudged(now: Reviewed | undefined = reviewedNow()) {
  if (!now || now.moves.length === 1) {
    return now ? T.review.onlyMove : "";
  }
  if (now.loss === 0) {
    return T.isBest(now.played.move);
  }
  const why = comparedInWords(app.rules, now.turn.position, now.played, now.moves[0], REVIEWED);
  return `${T.review.bestWas(bestInWords(now))} ${why}`;
}

/** The best moves of a turn. */
export function bestInWords({ moves }: Reviewed) {
  return moves.filter((it) => it.loss === 0).map((it) => moveInWords(it.play));
}

/** The turns of the mistakes that are listed and can be tried again. */
export function mistakesToTry(game: Game) {
  return listedMistakes(reviewedGame(game)).flatMap(({ play, number }) => (play ? [number] : []));
}

/**
 * The next of some turns: in this game, then in the games after it, and after the last in the first again.
 * @param turnsOf a game, in their order
 */
export function placeAfter(turn: number, turnsOf: (game: Game) => number[]): { at: number; turn: number } | undefined {
  const { games, at } = reviewing;
  const here = turnsOf(games[at]).filter((number) => number !== turn);
  const later = here.find((number) => number > turn);
  if (later !== undefined) {
    return { at, turn: later };
  }
  for (let step = 1; step < Math.min(games.length, MOST_CHOICES); step++) {
    const next = (at + step) % games.length;
    const [first] = solutions.has(games[next].rules.name) ? turnsOf(games[next]) : [];
    if (first !== undefined) {
      return { at: next, turn: first };
    }
  }
  return here.length > 0 ? { at, turn: here[0] } : undefined;
}

/** Shows a turn of a game, which may be another one of the record. */
export async function goTo({ at, turn }: { at: number; turn: number }, show: (turn: number) => void) {
  if (at !== reviewing.at) {
    await chooseGame(at);
  }
  show(turn);
}

/**
 * The turns to try again whose best move was not found yet: the listed mistakes, and as many turns that were right, those first
 * where good players err most often. So nobody finds the best move by knowing that the one played was wrong.
 */
export function turnsToTry(game: Game) {
  const { whose, solvedIn } = reviewing;
  const mistakes = mistakesToTry(game);
  const solution = solutionOf(game.rules.name);
  const right = reviewedGame(game).turns.flatMap(({ turn, moves, loss }, at) => {
    const isChoice = moves.some((it) => it.loss > 0) && (whose === 2 || turn.seat === whose);
    return loss === 0 && isChoice ? [{ number: at + 1, chance: chanceOfError(solution, { ...turn, moves }) }] : [];
  });
  right.sort((one, other) => other.chance - one.chance);
  const all = [...mistakes, ...right.slice(0, mistakes.length).map(({ number }) => number)];
  return all.filter((number) => !solvedIn.get(game)?.has(number)).sort((one, other) => one - other);
}

/** The mistakes of the seats that are listed. */
export function listedMistakes(review = reviewing.review) {
  const { whose } = reviewing;
  return review ? mistakesOf(review).filter(({ seat }) => whose === 2 || seat === whose) : [];
}
