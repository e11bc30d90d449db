// Play: a game against a level or another person, with dice of the page or real ones.
"use strict";

/** Time between events that happen by themselves, in milliseconds, by the name of the pace. @type {Record<string, number>} */
const PACES = { calm: 1500, brisk: 800, instant: 40 };
/** Time for which the only legal move of a person is shown before the page makes it, in multiples of the pace. */
const ONLY_SHOWN = 2.2;
/** Time in milliseconds within which events are announced together. */
const TOLD_TOGETHER = 120;

/** Maximum number of sentences that are kept about events since the last choice. */
const MOST_SAID = 40;

const playing = {
  /** Level of the computer; 0 for another person. */
  level: PERFECT,
  /** The seat of the person who plays against the computer. */
  own: 0,
  isReal: false,
  seed: 0,
  pace: "brisk",
  showsChances: false,
  showsBar: true,
  /** Whether moves without a choice are made for a person; with the instant pace they always are. */
  isForcing: false,
  /** Whether the less usual settings of a new game are unfolded. */
  isMoreOpen: false,
  /** The seed as it is typed. */
  typedSeed: "",
  /**
   * The match that the game belongs to, with its earlier games; `null` for a single game.
   * @type {{length: number, games: Game[]} | null}
   */
  match: null,
  /** The date of the game of the day that is played, or offered while there is no game; empty for other games. */
  day: "",
  /** Number of points that win the next match; 1 is a single game. */
  length: 1,
  judge: gameJudge,
  /** Whether the tutor judges each choice. */
  isTutored: false,
  /** @type {Game | null} */
  game: null,
  /** @type {Thrower | null} */
  thrower: null,
  /**
   * The next step: real dice of the opening are typed, the dice show who begins, a throw, a move, the answer to the tutor, or
   * none when the game is over.
   * @type {"opening" | "begin" | "roll" | "act" | "judged" | "over"}
   */
  phase: "begin",
  /** @type {number[]} */
  dice: [],
  /** Real dice that were typed and not yet thrown, for this throw and those after it. @type {number[]} */
  typed: [],
  /** Sentences about the events since the last choice. @type {string[]} */
  said: [],
  /** Sentences that are still to be announced. @type {string[]} */
  untold: [],
  /** Number of sentences in `said` before those of the current turn. */
  saidBefore: 0,
  /** What the tutor says of the last choice. @type {Judgement | null} */
  judged: null,
  /** @type {Ranked | null} The move that is pointed at. */
  pointed: null,
  /** Whether a finger points at this move. */
  isTouched: false,
  /** Whether two people at this screen play touch-move: a man that is touched must be played. */
  isTouchMove: false,
  /** The move of the man that was touched in this turn; empty if none was. */
  touchedMove: "",
  touch: touchMan,
  /** The best move, after a hint. @type {string | null} */
  hinted: null,
  /** The seat that won because the opponent gave up; -1 if nobody gave up. */
  resignedBy: -1,
  /** Whether the throw is animated when the game is shown next. */
  isRolling: false,
  /** Whether the game waits until its values are computed. */
  isWorkingOut: false,
  isEnding: false,
  timer: 0,
  toldTimer: 0,
};

/** @type {Board} */
let playBoard;

/**
 * The names of the sides, light first.
 * @param {string} machine name of the computer
 */
function namesOfSides(machine) {
  const names = playing.own === 0 ? [T.you, machine] : [machine, T.you];
  return playing.level === 0 ? [T.light, T.dark] : names;
}

function playNames() {
  return namesOfSides(T.computer);
}

/** The names of the sides in the record: one word each. */
function recordNames() {
  return namesOfSides(T.play.levelName(playing.level));
}

/** @param {number} seat */
function isMachine(seat) {
  return seat !== playing.own && playing.level > 0;
}

/** The seats whose play is reviewed: 0, 1, or 2 for both. */
function ownSeats() {
  return playing.level > 0 ? playing.own : 2;
}

/** Begins a game, or a match. */
function beginMatch() {
  playing.match = playing.length > 1 ? { length: playing.length, games: [] } : null;
  playing.day = "";
  beginGame(null, 0);
}

/**
 * Begins a game. If a position is given, `seat` is on roll in it.
 * @param {Position | null} position
 * @param {number} seat
 * @param {number[]} dice that were thrown in it
 */
function beginGame(position, seat, dice = []) {
  const { rules } = app;
  playing.thrower = new Thrower(playing.seed);
  playing.said = [];
  playing.dice = [];
  playing.typed = [];
  playing.resignedBy = -1;
  playing.judged = null;
  playing.judge = gameJudge;
  playing.touchedMove = "";
  clearChoice();
  if (position) {
    playing.game = new Game(rules, seat, position);
    playing.phase = dice.length > 0 ? "act" : "roll";
    playing.dice = dice;
    playing.saidBefore = 0;
    playing.said = dice.length > 0 ? [throwInWords(rules, dice, playNames()[seat])] : [];
  } else {
    const openings = playing.thrower.openings;
    const [own, other] = openings[openings.length - 1];
    playing.game = new Game(rules, own > other ? 0 : 1, startPosition());
    playing.phase = playing.isReal ? "opening" : "begin";
    if (!playing.isReal) {
      sayOpening(openings);
    }
  }
  nameSeats(playing.game);
  notice("");
  void judgeAndProceed();
}

/** Goes on with the game as soon as its moves can be judged. */
async function judgeAndProceed() {
  const { game } = playing;
  const isSlow = playing.match !== null && app.rules.doubleWin;
  if (isSlow) {
    window.clearTimeout(playing.timer);
    playing.isWorkingOut = true;
    app.show();
  }
  await chooseJudge();
  playing.isWorkingOut = false;
  if (playing.game === game && app.mode === "play") {
    proceed();
  }
}

/**
 * Notes in a game who plays it, and with which dice.
 * @param {Game} game
 */
function nameSeats(game) {
  game.names = recordNames();
  const { match, isReal, seed } = playing;
  game.headers = isReal ? [] : [["seed", String(seed)]];
  if (match) {
    game.headers.push(["match", `to ${match.length}`]);
  }
}

/** @param {[number, number][]} openings */
function sayOpening(openings) {
  const names = playNames();
  for (const dice of openings) {
    const isEqual = dice[0] === dice[1];
    const first = dice[0] > dice[1] ? 0 : 1;
    const text = isEqual ? T.play.openingEqual(dice[0]) : T.play.opening(names, dice, T.play.begins(names[first]));
    playing.said.push(text);
    tell(text);
  }
}

/**
 * Plays on from a position of another part of the page.
 * @param {Position} position
 * @param {number} seat on roll; against the computer, the person has it
 * @param {number[]} dice that were thrown; none if they are yet to be thrown
 */
function playFrom(position, seat, dice) {
  leaveMode("play");
  setAddress(addressOf({ mode: "play" }), true);
  offerGame();
  playing.seed = freshSeed();
  playing.match = null;
  playing.day = "";
  playing.own = seat;
  beginGame(position, seat, dice);
}

function clearChoice() {
  playing.pointed = null;
  playing.isTouched = false;
  playing.hinted = null;
}

/**
 * Announces an event together with those that follow at once, since an announcement cuts off the announcement before.
 * @param {string} text
 */
function tell(text) {
  if (!playing.untold.includes(text)) {
    playing.untold.push(text);
  }
  window.clearTimeout(playing.toldTimer);
  playing.toldTimer = window.setTimeout(() => announce(playing.untold.splice(0).join(" ")), TOLD_TOGETHER);
}

/** The legal moves of the present throw. */
function playChoices() {
  const { game } = playing;
  return game && playing.phase === "act" ? playing.judge.ranked(game.position, dieOf(playing.dice), game.seat) : [];
}

/** Whether a person is to choose between moves now. */
function isChoosing() {
  return playing.phase === "act" && playing.game !== null && !isMachine(playing.game.seat) && playChoices().length > 1;
}

/**
 * Notes that a man is touched. With touch-move, another man is refused from then on, until the move is made or taken back.
 * @param {Ranked} ranked the move of the man
 * @returns {boolean} whether the man may be played
 */
function touchMan({ move }) {
  if (!playing.isTouchMove || playing.level > 0) {
    return true;
  }
  const touched = playChoices().find((it) => it.move === playing.touchedMove);
  if (touched && touched.move !== move) {
    notice(T.play.mustPlay(moveInWords(touched.play)));
    return false;
  }
  if (!touched) {
    playing.touchedMove = move;
    keepGame();
  }
  return true;
}

/** The only legal move of a person, which is shown and then made. @returns {Ranked | undefined} */
function onlyMove() {
  const moves = playing.game && !isMachine(playing.game.seat) ? playChoices() : [];
  return moves.length === 1 ? moves[0] : undefined;
}

/**
 * Does something after a while, unless something else comes first.
 * @param {number} pauses
 * @param {() => void} work
 */
function after(pauses, work) {
  window.clearTimeout(playing.timer);
  playing.timer = window.setTimeout(() => attempt(work), pauses * PACES[playing.pace]);
}

/**
 * @param {number} seat
 * @param {number[]} dice
 * @param {Play} play
 * @param {boolean} isOnly whether no other move was legal
 */
function turnInOneSentence(seat, dice, play, isOnly) {
  const move = isOnly ? T.play.only(moveInWords(play)) : moveInWords(play);
  return T.play.thrown(playNames()[seat], dice, play.man < 0 ? T.reasons.pass : move);
}

/** Lets the game go on by itself until somebody has to choose. */
function proceed() {
  window.clearTimeout(playing.timer);
  const { game, thrower } = playing;
  if (!game || !thrower || playing.isWorkingOut) {
    app.show();
    return;
  }
  if (game.isOver || playing.resignedBy >= 0) {
    if (playing.phase !== "over") {
      playing.phase = "over";
      playing.isEnding = true;
      if (playing.day !== "") {
        noteDay();
      }
      tell([resultOfGame(), scoreInWords()].filter((text) => text !== "").join(" "));
      if (game.isOver) {
        sound(isMachine(game.winner) ? "lost" : "won", motionTime() + 200);
      }
    }
  } else if (playing.phase === "begin") {
    after(1.5, () => {
      playing.phase = "roll";
      proceed();
    });
  } else if (isToType()) {
    // Of dice that were typed early, show each throw for a while.
    after(1, takeTyped);
  } else if (playing.phase === "roll") {
    // Wait until the last move has ended before the next dice are shown.
    after(game.turns.length > 0 ? 1 : 0, () => thrown(thrower.throwOf(game.rules, game.turns.length)));
  } else if (playing.phase === "act") {
    const moves = playChoices();
    if (isMachine(game.seat)) {
      const share = new Randomness(playing.seed * 31 + game.turns.length).share();
      // Only perfect play judges moves for the match; other levels are defined for single games.
      const { level } = playing;
      const weighed = level === PERFECT ? moves : app.solution.ranked(game.position, dieOf(playing.dice));
      const choice = moveOfLevel(app.solution, weighed, level, share);
      after(1, () => makeMove(choice));
    } else if (moves.length === 1) {
      if (isForcedAtOnce()) {
        after(ONLY_SHOWN, () => makeMove(moves[0]));
      } else {
        tell(turnInOneSentence(game.seat, playing.dice, moves[0].play, true));
      }
    } else {
      tell(T.play.thrown(playNames()[game.seat], playing.dice, T.play.toChoose(moves.length)));
    }
  }
  if (!playing.isRolling) {
    // Throws of the page need not be kept: the seed gives them again.
    keepGame();
  }
  app.show();
  if (playing.phase === "over" || playing.phase === "judged" || isChoosing() || onlyMove()) {
    focusPanel();
  }
}

/** Whether a throw of real dice is to be typed now. */
function isToType() {
  return playing.phase === "opening" || (playing.phase === "roll" && playing.isReal);
}

/** Plays the throw that was typed first, if one is due and all its dice were typed. */
function takeTyped() {
  const { game, phase, typed } = playing;
  const count = phase === "roll" && game?.rules.oneDie ? 1 : 2;
  if (!game || !isToType() || playing.isWorkingOut || typed.length < count) {
    return;
  }
  const dice = typed.splice(0, count);
  if (phase === "roll") {
    thrown(dice);
    return;
  }
  playing.said = [];
  sayOpening([[dice[0], dice[1]]]);
  if (dice[0] !== dice[1]) {
    game.first = dice[0] > dice[1] ? 0 : 1;
    playing.phase = "begin";
  }
  proceed();
}

/**
 * Notes a real die. If no throw is due now, it waits.
 * @param {number} die
 */
function typeDie(die) {
  playing.typed.push(die);
  app.show();
  takeTyped();
}

function takeBackDie() {
  playing.typed.pop();
  app.show();
  focusKey(byId("says"), "face-1");
}

/** Real dice are typed with the keys 1 to 6, and taken back with Backspace. */
window.addEventListener("keydown", (event) => {
  const isAsked = app.mode === "play" && playing.isReal && playing.game && playing.phase !== "over";
  if (!isAsked || event.repeat || isForElsewhere(event)) {
    return;
  }
  if (/^[1-6]$/.test(event.key)) {
    event.preventDefault();
    typeDie(Number(event.key));
  } else if (event.key === "Backspace" && playing.typed.length > 0) {
    event.preventDefault();
    takeBackDie();
  }
});

/** @param {number[]} dice */
function thrown(dice) {
  const { game } = playing;
  if (!game) {
    return;
  }
  playing.dice = dice;
  playing.touchedMove = "";
  playing.phase = "act";
  playing.isRolling = !playing.isReal;
  playing.saidBefore = playing.said.length;
  playing.said.push(throwInWords(game.rules, dice, playNames()[game.seat]));
  if (playing.isRolling) {
    sound("dice");
  }
  proceed();
}

/** @param {Ranked} ranked */
function makeMove(ranked) {
  const { game } = playing;
  if (!game || playing.phase !== "act") {
    return;
  }
  const isChoice = isChoosing();
  const seat = game.seat;
  const { position, dice } = { position: game.position, dice: playing.dice };
  const moves = playChoices();
  game.add(dice, ranked.play);
  if (!isMachine(seat) && (isChoice || !isForcedAtOnce())) {
    // Who plays on does not want back what was there before; the form of a new game has it.
    byId("offer").replaceChildren();
  }
  if (isChoice) {
    playing.said = [];
    playing.judged = playing.isTutored && playing.day === "" ? judgedMove(playing.judge, position, dieOf(dice), ranked, moves) : null;
  }
  if (isChoice) {
    playing.said.push(T.play.played(playNames()[seat], moveInWords(ranked.play)));
    const { judged } = playing;
    if (judged?.isGrave) {
      tell(`${verdictOf(judged)} ${reasonOf(judged)}`);
    } else if (judged) {
      playing.said.push(verdictOf(judged));
      tell(verdictOf(judged));
    }
  } else {
    // The turn in one sentence.
    const turn = turnInOneSentence(seat, dice, ranked.play, moves.length === 1);
    playing.said.splice(playing.saidBefore, Infinity, turn);
    // An only move that waited for the person was announced before.
    if (isMachine(seat) || isForcedAtOnce()) {
      tell(turn);
    }
  }
  if (!isMachine(seat)) {
    // After a hint or a long list it may be out of sight.
    if (byId("board").getBoundingClientRect().top < 0) {
      byId("board").scrollIntoView({ block: "nearest" });
    }
  }
  playing.said = playing.said.slice(-MOST_SAID);
  playing.dice = [];
  playing.phase = isChoice && playing.judged?.isGrave ? "judged" : "roll";
  clearChoice();
  notice("");
  sound(ranked.play.hit ? "hit" : ranked.play.man < 0 ? "pass" : "man", motionTime());
  proceed();
}

/** Whether moves without a choice are made for a person. Real dice that were typed may be wrong: there they wait. */
function isForcedAtOnce() {
  return !playing.isReal && (playing.isForcing || playing.pace === "instant");
}

/** Whether a throw of real dice can be typed again: the present one, or the last, or that which decided who begins. */
function canCorrect() {
  const { game, phase } = playing;
  const isOpened = game !== null && writePosition(game.start) === "000/000" && phase !== "opening";
  return playing.isReal && game !== null && playing.resignedBy < 0 && (phase === "act" || game.turns.length > 0 || isOpened);
}

/** Has the last throw of real dice typed again; a move that was made with it is taken back. */
function correctThrow() {
  const { game } = playing;
  if (!game || !canCorrect()) {
    return;
  }
  const isOpening = playing.phase !== "act" && game.turns.length === 0;
  if (playing.phase !== "act") {
    game.turns = game.turns.slice(0, -1);
  }
  playing.dice = [];
  playing.typed = [];
  playing.judged = null;
  playing.phase = isOpening ? "opening" : "roll";
  playing.said = [T.play.again];
  clearChoice();
  proceed();
}

/** Takes back the last choice of a person, and what followed; the throws stay the same. In the game of the day it stands. */
function takeBack() {
  const { game } = playing;
  const at = game && playing.day === "" ? lastChoice(game) : -1;
  if (!game || at < 0) {
    return;
  }
  const turn = game.turns[at];
  game.turns = game.turns.slice(0, at);
  playing.dice = turn.dice;
  playing.typed = [];
  playing.touchedMove = "";
  playing.phase = "act";
  playing.resignedBy = -1;
  playing.judged = null;
  game.resigned = null;
  playing.said = [throwInWords(game.rules, turn.dice)];
  clearChoice();
  proceed();
}

/**
 * Number of the last turn in which a person had a choice; -1 if there is none.
 * @param {Game} game
 */
function lastChoice(game) {
  for (let at = game.turns.length - 1; at >= 0; at--) {
    const turn = game.turns[at];
    if (!isMachine(turn.seat) && playsOf(game.rules, turn.position, turn.die).length > 1) {
      return at;
    }
  }
  return -1;
}

/** Takes back that the game was given up. */
function playOnAfterAll() {
  const { game, dice, isReal } = playing;
  if (!game || playing.day !== "") {
    return;
  }
  playing.resignedBy = -1;
  game.resigned = null;
  const isOpening = isReal && game.turns.length === 0 && writePosition(game.start) === "000/000";
  playing.phase = dice.length > 0 ? "act" : isOpening ? "opening" : "roll";
  proceed();
}

function resultOfGame() {
  const { game } = playing;
  if (!game) {
    return "";
  }
  const names = playNames();
  const won = matchWinner();
  if (won >= 0) {
    return T.match.won(names[won], matchPoints()[won], matchPoints()[1 - won]);
  }
  return playing.resignedBy >= 0
    ? `${T.play.resigned} ${T.play.won(names[1 - playing.resignedBy], game.pointsOfResigning(playing.resignedBy))}`
    : T.play.won(names[game.winner], game.points);
}

/**
 * @param {Turn} turn
 * @param {number} number of the turn
 * @returns {LastMove}
 */
function lastMove({ seat, position, play }, number) {
  const struck = play.hit ? menOn(position.other, play.to) : 0;
  return { side: seat, from: play.from, to: play.to, struck, turn: number };
}

/**
 * A move that a finger points at, and how many throws could hit after it.
 * @param {Ranked} ranked
 */
function touchedInWords(ranked) {
  return `${capital(moveInWords(ranked.play))}, ${riskInWords(ranked)}.`;
}

/**
 * How many throws could hit after a move.
 * @param {Ranked} ranked
 */
function riskInWords({ play }) {
  const { rules } = app;
  return T.reasons.dangerShort(throwsThatHit(rules, hitsOf(rules, play.next)).count, throwsOf(rules));
}

/** @returns {Choosing | null} */
function choosingInGame() {
  const { game } = playing;
  return game && (isChoosing() || onlyMove())
    ? { rules: game.rules, position: game.position, seat: game.seat, die: dieOf(playing.dice), moves: playChoices() }
    : null;
}

/**
 * The value to the light side: once thrown that of the best move, so that a move changes it by what it gives away.
 * @param {Game} game
 */
function chanceOfLightNow(game) {
  const { judge, resignedBy } = playing;
  const { position, seat } = game;
  if (resignedBy >= 0) {
    const points = game.pointsOfResigning(resignedBy);
    if (playing.match) {
      const needs = matchNeeds();
      needs[1 - resignedBy] -= points;
      return matchChance(game.rules, needs[0], needs[1]);
    }
    const won = game.rules.doubleWin ? points : 1;
    return resignedBy === 1 ? won : game.rules.doubleWin ? -won : 0;
  }
  if (playing.phase === "opening") {
    return (judge.value(position, 0) + judge.flip(judge.value(position, 1))) / 2;
  }
  const [best] = playChoices();
  const value = best ? best.value : judge.value(position, seat);
  return seat === 0 ? value : judge.flip(value);
}

function drawPlay() {
  const { game } = playing;
  const names = playNames();
  if (!game) {
    showChances(null, names);
    playBoard.show({ light: startPosition().own, dark: startPosition().own, turn: -1, label: T.board });
    return;
  }
  const { judge } = playing;
  const board = game.board;
  const isDone = game.isOver;
  const light = playing.isWorkingOut ? null : chanceOfLightNow(game);
  showChances(playing.showsBar && !isDayGoingOn() ? light : null, names, judge.rules, playing.match ? T.match.title(playing.match.length) : "");
  const last = game.turns[game.turns.length - 1];
  const hinted = playing.hinted ? playChoices().find((it) => it.move === playing.hinted) : undefined;
  const shown = playing.pointed ?? hinted ?? onlyMove();
  /** @type {Scene} */
  const scene = {
    ...board,
    turn: isDone || playing.phase === "opening" ? -1 : game.seat,
    won: isDone ? game.winner : undefined,
    label: `${T.board}. ${boardInWords(board, names)}`,
    last: last && last.play.man >= 0 ? lastMove(last, game.turns.length) : null,
  };
  const choice = choosingInGame();
  if (choice) {
    scene.pieces = piecesToChoose(choice);
  }
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: game.seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = threatsAfter(game.rules, shown.play, game.seat);
  }
  playBoard.show(scene);
}

/** @type {View} */
const playView = {
  enter() {
    playBoard = new Board(byId("board"), choosingHandlers(choosingInGame, makeMove, playing, drawPlay, touchedInWords));
    const pace = remembered("pace", "brisk");
    playing.pace = Object.hasOwn(PACES, pace) ? pace : "brisk";
    playing.isTutored = remembered("tutor", "no") === "yes";
    if (!playing.game) {
      const level = Number(remembered("level", "4"));
      playing.level = Number.isInteger(level) && level >= 0 && level <= PERFECT ? level : 4;
      const length = Number(remembered("match", "1"));
      playing.length = MATCH_LENGTHS.includes(length) ? length : 1;
      playing.own = remembered("colour", "light") === "dark" ? 1 : 0;
      playing.showsBar = remembered("bar", "yes") === "yes";
      playing.isForcing = remembered("forcing", "no") === "yes";
      takeUpGame();
    }
    if (playing.game) {
      // The game has waited while another part of the page was open; it goes on now.
      window.setTimeout(() => app.mode === "play" && attempt(resume), 0);
    }
  },
  leave() {
    window.clearTimeout(playing.timer);
    clearChoice();
  },
  changeRules() {
    window.clearTimeout(playing.timer);
    playing.game = null;
    playing.match = null;
    playing.judge = gameJudge;
    if (app.mode === "play") {
      takeUpGame();
    }
  },
  show() {
    drawPlay();
    refill(byId("says"), ...playSays());
    refill(byId("panel"), ...playPanel());
    refill(byId("tools"), ...playTools());
    refill(byId("beside"), ...playBeside());
    refill(byId("below"), ...(playing.game || playing.day !== "" ? [] : howTo()));
    showMotion();
  },
};

/** Writes the throw and the names of the players again, in the language that is now chosen. */
function translateGame() {
  const { game, dice } = playing;
  if (game) {
    nameSeats(game);
    playing.saidBefore = 0;
    playing.said = dice.length > 0 ? [throwInWords(game.rules, dice, playNames()[game.seat])] : [];
  }
}

/** Goes on with a game where it was left. */
function resume() {
  if (playing.phase === "act" && playing.dice.length > 0) {
    playing.saidBefore = 0;
    playing.said = [throwInWords(app.rules, playing.dice)];
  }
  void judgeAndProceed();
}
