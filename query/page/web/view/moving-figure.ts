// A picture of a rule: a board with an arrow and, unless the person prefers no motion, a man that follows the arrow
// once.

import type { Rules } from "../rules/rules.ts";
import type { Geometry } from "./geometry.ts";
import { readPosition } from "../rules/notation.ts";
import { playsOf } from "../rules/rules.ts";
import { T } from "../texts/language.ts";
import { drawBoard } from "./board.ts";
import { make } from "./elements.ts";
import { boardLabel, exampleBoard } from "./figure.ts";
import { geometryOf, spotOf } from "./geometry.ts";
import { tool } from "./icons.ts";
import { lift, MOTIONS, slideLast, slowness } from "./motion.ts";
import { drawDie } from "./show-dice.ts";

/** How much slower men move here than at the brisk pace of a game. */
const LESSON = 2.5;
/** Milliseconds for which the board is shown after the move. */
const AFTER_LESSON = 1400;

/**
 * Contents of a figure. The position has the light men first, and they are on roll. A move that is not legal is shown as
 * barred.
 */
export type Lesson = { rules: Rules; text: string; die: number; from: number; caption: string; key: string };

/** The move of a lesson; `null` if no rule allows it. */
function playOfLesson({ rules, text, die, from }: Lesson) {
  return playsOf(rules, readPosition(rules, text), die).find((play) => play.man >= 0 && play.from === from) ?? null;
}

export function movingFigure(lesson: Lesson) {
  const { text, die, from, caption, key } = lesson;
  const play = playOfLesson(lesson);
  const host = make("div", { class: "lesson" });
  const still = () => {
    host.replaceChildren(exampleBoard(text, play ?? { from, to: from + die, hit: false, isBarred: true }));
  };
  still();
  let [isMoving, timer] = [false, 0];
  const move = () => {
    const slow = LESSON * slowness();
    if (isMoving || slow === 0) {
      return;
    }
    isMoving = true;
    const geometry = geometryOf();
    if (play) {
      const { own, other } = play.next;
      const last = { side: 0, from, to: play.to, struck: play.hit ? 1 : 0, turn: 1 };
      host.replaceChildren(drawBoard({ light: other, dark: own, turn: 0, label: boardLabel({ light: other, dark: own }), last }, geometry));
      slideLast(host, geometry, last, false, slow);
    } else {
      bump(host, geometry, from, from + die, slow);
    }
    // A barred move has no position after it, so nothing else is shown.
    timer = window.setTimeout(end, slow * (MOTIONS.slide + MOTIONS.flight) + (play ? AFTER_LESSON : 0));
  };
  const end = () => {
    window.clearTimeout(timer);
    isMoving = false;
    still();
  };
  // On paper, a moving man would be printed half-way.
  window.matchMedia("print").addEventListener("change", end);
  const again = slowness() > 0 && tool("play", T.rulesPage.play, move, { class: "small", "data-key": key });
  const figure = make(
    "figure",
    { class: "moving" },
    host,
    make("figcaption", {}, make("span", { class: "lesson-die" }, drawDie(die, "plain")), make("span", {}, caption)),
    again,
  );
  if (again && !seenLessons.has(key)) {
    playWhenSeen(host, key, move);
  }
  return figure;
}

/** Figures that have moved when they came into view. They do not move again by themselves. */
const seenLessons: Set<string> = new Set();

/**
 * Lets a figure move once, when its board is in view.
 * @param host of the board
 */
function playWhenSeen(host: HTMLElement, key: string, move: () => void) {
  const watch = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (isIntersecting) {
        seenLessons.add(key);
        watch.disconnect();
        move();
      }
    },
    { threshold: 0.8 },
  );
  watch.observe(host);
}

/**
 * Lets a man try a barred move: it goes as far as the rules allow, and back.
 * @param host of the board
 */
function bump(host: HTMLElement, geometry: Geometry, from: number, to: number, slow: number) {
  // Nearer to the seam lies on top: the man that moves is the last.
  const man = [...host.querySelectorAll(`[data-place="0-${from}"]`)].pop();
  if (man instanceof SVGElement) {
    const x = 0.45 * (spotOf(geometry, 0, to, 0).x - spotOf(geometry, 0, from, 0).x);
    const way = [0, x, 0.9 * x, x, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    man.parentNode?.append(man);
    lift(man, way, { duration: slow * (MOTIONS.slide + MOTIONS.flight), easing: "ease-in-out" });
  }
}
