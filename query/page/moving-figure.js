// A rule in a picture that moves: a board with an arrow says it, and for those who like motion the man goes that way, once.
"use strict";

/** How much slower men move here than at the brisk pace of a game. */
const LESSON = 2.5;
/** Milliseconds for which the board is shown after the move. */
const AFTER_LESSON = 1400;

/**
 * What a figure shows: the position has the light men first, who are on roll. A move that is not legal is shown as one that is
 * barred.
 * @typedef {{rules: Rules, text: string, die: number, from: number, caption: string, key: string}} Lesson
 */

/** The move of a lesson; `null` if no rule allows it. @param {Lesson} lesson */
function playOfLesson({ rules, text, die, from }) {
  return playsOf(rules, readPosition(rules, text), die).find((play) => play.man >= 0 && play.from === from) ?? null;
}

/** @param {Lesson} lesson */
function movingFigure(lesson) {
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
    const geometry = isNarrow.matches ? FOLDED : WIDE;
    if (play) {
      const { own, other } = play.next;
      const last = { side: 0, from, to: play.to, struck: play.hit ? 1 : 0, turn: 1 };
      host.replaceChildren(drawBoard({ light: other, dark: own, turn: 0, label: boardLabel({ light: other, dark: own }), last }, geometry));
      slideLast(host, geometry, last, false, slow);
    } else {
      bump(host, geometry, from, from + die, slow);
    }
    // After a move that is barred nothing else is to be seen.
    timer = window.setTimeout(end, slow * (MOTIONS.slide + MOTIONS.flight) + (play ? AFTER_LESSON : 0));
  };
  const end = () => {
    window.clearTimeout(timer);
    isMoving = false;
    still();
  };
  // Whatever moves on paper would be seen half-way.
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

/** Figures that moved when they came into view do not do so again. @type {Set<string>} */
const seenLessons = new Set();

/**
 * Lets a figure move once, when its board is in view.
 * @param {HTMLElement} host of the board
 * @param {string} key
 * @param {() => void} move
 */
function playWhenSeen(host, key, move) {
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
 * Lets a man try a move that is barred: it goes as far as it may, and back.
 * @param {HTMLElement} host of the board
 * @param {Geometry} geometry
 * @param {number} from
 * @param {number} to
 * @param {number} slow
 */
function bump(host, geometry, from, to, slow) {
  // Nearer to the seam lies on top: the man that moves is the last.
  const man = [...host.querySelectorAll(`[data-place="0-${from}"]`)].pop();
  if (man instanceof SVGElement) {
    const x = 0.45 * (spotOf(geometry, 0, to, 0).x - spotOf(geometry, 0, from, 0).x);
    const way = [0, x, 0.9 * x, x, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    man.parentNode?.append(man);
    lift(man, way, { duration: slow * (MOTIONS.slide + MOTIONS.flight), easing: "ease-in-out" });
  }
}
