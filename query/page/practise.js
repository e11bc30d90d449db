// Practise: choices as they come up in play, one throw, your move, and the answer with reasons.
"use strict";

/** Answers before a level is named: one answer says nothing about it. */
const ENOUGH_ANSWERS = 10;

/** @typedef {{position: Position, dice: number[], moves: Ranked[]}} Question */
/** @typedef {{count: number, right: number, points: number, levels: number[]}} Score */

const practice = {
  /** @type {"all" | "hits" | "home"} */
  kind: "all",
  /** @type {Question | null} */
  question: null,
  /** @type {Ranked | null} */
  answer: null,
  /** @type {Ranked | null} */
  pointed: null,
  randomness: new Randomness(0),
};

/** @type {Board} */
let practiseBoard;

/**
 * Draws a question as `tourne quiz` does: by how often it comes up in games of good players, times what a beginner would give
 * away there. Games are played until a choice comes up and is taken, with a probability that grows with that loss.
 * @param {Solution} solution
 * @param {Randomness} randomness
 * @param {"all" | "hits" | "home"} kind
 * @returns {Question}
 */
function drawQuestion(solution, randomness, kind) {
  const { rules } = solution;
  const { quizErrs, quizPlays, tolerances } = constants();
  const most = MOST_MEAN_LOSS * tolerances[quizErrs - 1];
  let position = startPosition();
  for (;;) {
    const dice = rules.oneDie ? [randomness.die()] : [randomness.die(), randomness.die()];
    const moves = solution.ranked(position, dieOf(dice));
    if (moves.length > 1) {
      const does = (/** @type {Ranked} */ it) => (kind === "home" ? it.play.to === HOME : it.play.hit);
      const isOfKind = kind === "all" || (moves.some(does) && !moves.every(does));
      if (isOfKind && randomness.share() * most < meanLossOfLevel(solution, moves, quizErrs)) {
        return { position, dice, moves };
      }
    }
    const played = moveOfLevel(solution, moves, quizPlays, randomness.share());
    position = isFinished(played.play.next.other) ? startPosition() : played.play.next;
  }
}

function scoreKey() {
  return `score-${app.rules.name}`;
}

/** @returns {Score} */
function practiceScore() {
  /** @type {Score} */
  const none = { count: 0, right: 0, points: 0, levels: constants().tolerances.map(() => 0) };
  try {
    const score = JSON.parse(remembered(scoreKey(), "null"));
    const isScore = [score?.count, score?.right, score?.points, ...(score?.levels ?? [])].every(
      (it) => Number.isFinite(it) && it >= 0,
    );
    return isScore && score.levels?.length === none.levels.length ? score : none;
  } catch {
    return none;
  }
}

/** @param {Ranked} ranked */
function answerQuestion(ranked) {
  const { question } = practice;
  if (!question || practice.answer) {
    return;
  }
  const { solution } = app;
  practice.answer = ranked;
  practice.pointed = null;
  const score = practiceScore();
  score.count += 1;
  score.right += ranked.loss === 0 ? 1 : 0;
  score.points += solution.inPoints(ranked.loss);
  score.levels = score.levels.map((sum, at) => sum + meanLossOfLevel(solution, question.moves, at + 1));
  remember(scoreKey(), JSON.stringify(score));
  app.show();
  focusKey(byId("panel"), "next");
  announce(answerTexts().join(" "));
}

function nextQuestion() {
  practice.question = drawQuestion(app.solution, practice.randomness, practice.kind);
  practice.answer = null;
  practice.pointed = null;
  app.show();
  byId("board").scrollIntoView({ block: "nearest" });
  focusPanel();
  announce(
    `${boardInWords(boardOf(practice.question.position, 0), [T.you, T.opponent])} ${throwInWords(app.rules, practice.question.dice)} ${T.practise.question}`,
  );
}

/** @returns {Choosing | null} */
function choosingInPractice() {
  const { question } = practice;
  return question && !practice.answer
    ? { rules: app.rules, seat: 0, die: dieOf(question.dice), ...question }
    : null;
}

function drawPractice() {
  const { question, answer } = practice;
  if (!question) {
    return;
  }
  const board = boardOf(question.position, 0);
  const names = [T.you, T.opponent];
  showChances(answer ? (practice.pointed ?? question.moves[0]).value : null, names);
  const shown = practice.pointed ?? (answer ? question.moves[0] : null);
  /** @type {Scene} */
  const scene = { ...board, turn: 0, label: `${T.board}. ${boardInWords(board, names)}` };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: 0, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = answer ? threatsAfter(app.rules, shown.play, 0) : [];
  }
  const choosing = choosingInPractice();
  if (choosing) {
    scene.pieces = piecesToChoose(choosing);
  }
  practiseBoard.show(scene);
}

/** @type {View} */
const practiseView = {
  enter() {
    practiseBoard = new Board(byId("board"), choosingHandlers(choosingInPractice, answerQuestion, practice, drawPractice));
    if (!practice.question) {
      practice.randomness = new Randomness(freshSeed());
      practice.question = drawQuestion(app.solution, practice.randomness, practice.kind);
      practice.answer = null;
    }
  },
  changeRules() {
    practice.answer = null;
    practice.question = app.mode === "practise" ? drawQuestion(app.solution, practice.randomness, practice.kind) : null;
  },
  show() {
    const { question } = practice;
    if (!question) {
      return;
    }
    drawPractice();
    refill(
      byId("says"),
      make(
        "div",
        { class: "say" },
        drawThrow(question.dice),
        make("p", {}, `${throwInWords(app.rules, question.dice)} ${practice.answer ? "" : T.practise.question}`),
      ),
    );
    refill(byId("panel"), ...practisePanel(question));
    refill(byId("below"), ...practiseBelow(question));
  },
};

/** What the answer is worth, in sentences. */
function answerTexts() {
  const { question, answer } = practice;
  if (!question || !answer) {
    return [];
  }
  const { rules } = app;
  const best = question.moves[0];
  const second = question.moves.find((it) => it.loss > 0);
  const verdict = answer.loss === 0 ? T.practise.right(moveInWords(answer.play)) : T.practise.wrong;
  const compared = answer.loss > 0 ? answer : second;
  return [verdict, compared ? comparedInWords(rules, question.position, compared, best) : ""].filter(
    (text) => text !== "",
  );
}

/** @param {Question} question */
function practisePanel(question) {
  const { rules } = app;
  const { answer } = practice;
  const die = dieOf(question.dice);
  const [verdict, ...texts] = answerTexts();
  const card = answer ? cardInWords(rules, question.position, die, question.moves) : "";
  return [
    answer
      ? make(
          "h2",
          { class: answer.loss === 0 ? "verdict right" : "verdict" },
          `${answer.loss === 0 ? "✓" : "✗"} ${verdict}`,
        )
      : make("h2", {}, T.practise.question),
    ...texts.map((text) => make("p", {}, text)),
    card !== "" && make("p", { id: "by-card" }, card),
    answer && button(T.practise.next, nextQuestion, { class: "primary", "data-key": "next" }),
    moveList({
      rules,
      position: question.position,
      die,
      moves: answer ? question.moves : inOrder(question.moves),
      values: answer !== null,
      selected: answer ? answer.move : undefined,
      press: (ranked) => answerQuestion(ranked),
      point: (ranked) => {
        practice.pointed = ranked;
        drawPractice();
      },
    }),
    !answer && make("p", { class: "small" }, T.practise.intro),
  ];
}

/** @param {Question} question */
function practiseBelow(question) {
  const score = practiceScore();
  const kinds = choice(
    T.practise.kind,
    [
      ["all", T.practise.kinds.all],
      ["home", T.practise.kinds.home],
      ["hits", T.practise.kinds.hits],
    ],
    practice.kind,
    (value) => {
      practice.kind = value === "hits" || value === "home" ? value : "all";
      nextQuestion();
    },
    "kind",
  );
  const tools = make(
    "div",
    { class: "tools" },
    kinds,
    !practice.answer && button(T.practise.skip, nextQuestion, { "data-key": "skip" }),
    button(T.review.analyse, () => analysePosition(question.position, 0, question.dice), { "data-key": "analyse" }),
    button(T.practise.print, () => window.print(), { "data-key": "print" }),
    score.count > 0 &&
      button(
        T.practise.reset,
        () => {
          const [key, before] = [scoreKey(), JSON.stringify(practiceScore())];
          remember(key, "null");
          app.show();
          offerUndo(T.undo.score, () => {
            remember(key, before);
            app.show();
          });
        },
        { "data-key": "reset" },
      ),
  );
  const { rules } = app;
  const decided = practice.answer ? cardChoice(rules, question.position, dieOf(question.dice))?.line : -1;
  return [tools, make("p", { class: "score" }, scoreText(score)), drawCard(rules, decided ?? -1)];
}

/**
 * The running rating, and the level that would be rated most like it on the same questions.
 * @param {Score} score
 */
function scoreText(score) {
  if (score.count === 0) {
    return T.practise.none;
  }
  const right = T.practise.score(score.right, score.count);
  const own = ratingOf(score.points, score.count);
  const rating = T.practise.rating(decimal(own, 3));
  if (score.count < ENOUGH_ANSWERS) {
    return [right, rating].join(", ");
  }
  const levels = score.levels.map((sum) => ratingOf(sum, score.count));
  return [right, rating, ratingInWords(own, levels)].join(", ");
}
