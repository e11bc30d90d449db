// The panels around the board of practice: the answer, the tools, the rating, the card.

import type { Question } from "../../facts/questions.ts";
import type { Score } from "./practice.ts";
import { remember } from "../../records/memory.ts";
import { Game } from "../../rules/game.ts";
import { strengthFrom } from "../../rules/strength.ts";
import { dieOf } from "../../rules/notation.ts";
import {
  answerQuestion, answerTexts, GRADE_SIGNS, gradeOf, habitsInWords, isPracticeHard, nextQuestion, practice, practiceScore,
  practiseAddress, scoreKey,
} from "./practice.ts";
import { repetition } from "./repetition.ts";
import { T } from "../../texts/language.ts";
import { REVIEWED } from "../../texts/numbers.ts";
import { moveInWords, strengthInWords, throwInWords } from "../../texts/words.ts";
import { app, offerUndo } from "../../view/app.ts";
import { cardChoice, cardInWords, drawCard } from "../../view/card-view.ts";
import { pressMove } from "../../view/choosing.ts";
import { choice, make } from "../../view/elements.ts";
import { explained } from "../../view/glossary.ts";
import { menu, tool } from "../../view/icons.ts";
import { copyLink } from "../../view/sharing.ts";
import { drawThrow } from "../../view/show-dice.ts";
import { arrowLegend, inOrder, moveList, valuesAreOf } from "../../view/show-moves.ts";

export function practisePanel(question: Question) {
  const { rules } = app;
  const { answer } = practice;
  const die = dieOf(question.dice);
  const [verdict, ...texts] = answerTexts();
  const card = answer ? cardInWords(rules, question.position, die, question.moves) : "";
  return [
    answer
      ? make(
          "h2",
          { class: `verdict ${gradeOf(answer)}` },
          `${GRADE_SIGNS[gradeOf(answer)]} ${verdict}`,
        )
      : make("h2", {}, T.practise.question),
    !answer && practice.isAgain && make("p", { class: "again" }, T.practise.again),
    ...texts.map((text) => make("p", {}, ...explained(text))),
    card !== "" && make("p", { id: "by-card" }, ...explained(card)),
    answer && valuesAreOf(rules, T.you),
    moveList({
      rules,
      position: question.position,
      die,
      moves: answer ? question.moves : inOrder(question.moves),
      values: answer !== null,
      digits: REVIEWED,
      selected: answer ? answer.move : undefined,
      press: (ranked, isFinger) => pressMove(ranked, isFinger && !answer, answerQuestion, practice),
      touch: answer ? undefined : practice,
      point: (ranked) => {
        practice.pointed = ranked;
        app.draw();
      },
    }),
    !answer && make("p", { class: "small" }, T.practise.intro),
  ];
}

export function practiseTools(question: Question) {
  const reset = () => {
    const [key, before] = [scoreKey(), JSON.stringify(practiceScore())];
    remember(key, "null");
    app.show();
    offerUndo(T.undo.score, () => {
      remember(key, before);
      app.show();
    });
  };
  return [
    make(
      "div",
      { class: "tools" },
      tool("skip", T.practise.next, nextQuestion, {
        "data-key": "next",
        class: practice.answer ? "primary" : null,
      }),
      tool("analyse", T.practise.analyse, () => app.doors.analyse(new Game(app.rules, 0, question.position), 0, question.dice), {
        "data-key": "analyse",
      }),
      tool("link", T.analyse.copy, () => copyLink(practiseAddress()), { "data-key": "copy" }),
      menu(
        tool("print", T.practise.print, () => window.print(), { "data-key": "print" }),
        practiceScore().count > 0 && tool("again", T.practise.reset, reset, { "data-key": "reset" }),
      ),
    ),
  ];
}

/** The rating, and which questions are asked. */
export function practiseBeside() {
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
  const difficulty = choice(
    T.practise.difficulty,
    [
      ["hard", T.practise.difficulties.hard],
      ["easy", T.practise.difficulties.easy],
    ],
    isPracticeHard() ? "hard" : "easy",
    (value) => {
      remember("questions", value);
      nextQuestion();
    },
    "difficulty",
  );
  const { length } = repetition().waiting;
  const habits = habitsInWords();
  return [
    make(
      "section",
      { class: "facts" },
      difficulty,
      kinds,
      make("p", { class: "score" }, scoreText(practiceScore())),
      habits.length > 0 &&
        make("div", { class: "small", id: "habits" }, ...habits.map((text) => make("p", {}, text)), make("p", {}, T.practise.habitsReturn)),
      length > 0 && make("p", { class: "small", id: "waiting" }, T.practise.waiting(length)),
    ),
  ];
}

export function practiseBelow(question: Question) {
  const { rules } = app;
  const decided = practice.answer ? cardChoice(rules, question.position, dieOf(question.dice))?.line : -1;
  return [drawCard(rules, decided ?? -1)];
}

/** The answers so far, and the rating and level that they tell. */
function scoreText(score: Score) {
  if (score.count === 0) {
    return T.practise.none;
  }
  return [
    T.practise.score(score.right, score.count),
    ...(score.almost > 0 ? [T.practise.almost(score.almost)] : []),
    ...(score.longest > 1 ? [T.practise.streak(score.streak, score.longest)] : []),
    strengthInWords(strengthFrom(score.evidence)),
  ]
    .filter((it) => it !== "")
    .join(", ");
}

export function practiseSays({ dice, moves }: Question) {
  const { answer } = practice;
  return [
    make("div", { class: "say" }, drawThrow(dice), make("p", {}, ...explained(throwInWords(app.rules, dice)))),
    answer && arrowLegend(moves[0], answer, T.practise.yourArrow(moveInWords(answer.play))),
  ];
}
