// Tools: buttons with an icon and a label, and the menu of those that are needed rarely.

import type { Attributes, Child } from "./elements.ts";
import { T } from "../texts/language.ts";
import { draw, make } from "./elements.ts";

/** Icons, drawn in lines on a square of 24. */
export const ICONS = {
  throw: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM8.5 8.5h.01M15.5 15.5h.01M12 12h.01",
  setUp: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19ZM13.5 7l3.5 3.5",
  done: "M5 12.5l4.5 4.5L19 7",
  swap: "M7 4v16M4 17l3 3 3-3M17 20V4M14 7l3-3 3 3",
  start: "M6 5v14M18 6l-8 6 8 6Z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.1 4.1 0 0 0-5.8-5.8l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4.1 4.1 0 0 0 5.8 5.8l1-1",
  play: "M7 5l12 7-12 7Z",
  print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7Z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 10.9c.6.5.9 1 .9 1.9h5c0-.9.3-1.4.9-1.9A6 6 0 0 0 12 3Z",
  undo: "M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 0 10h-2",
  fresh: "M12 5v14M5 12h14",
  save: "M12 4v11M8 11l4 4 4-4M5 20h14",
  resign: "M6 21V4h11l-2 4 2 4H6",
  analyse: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",
  again: "M5 12a7 7 0 1 0 2.4-5.3M7 3v4h4",
  skip: "M6 6l8 6-8 6ZM18 5v14",
  first: "M19 6l-6 6 6 6M11 6l-6 6 6 6",
  previous: "M15 5l-7 7 7 7",
  following: "M9 5l7 7-7 7",
  last: "M5 6l6 6-6 6M13 6l6 6-6 6",
  settings: "M4 7h10M18 7h2M4 17h4M12 17h8M16 5v4M10 15v4",
  sheet: "M6 3h12v18H6ZM9 8h6M9 12h6M9 16h3",
};

function drawIcon(name: keyof typeof ICONS) {
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/** A button with an icon. */
export function tool(icon: keyof typeof ICONS, label: string, press: (event: Event) => void, attributes: Attributes = {}) {
  const made = make("button", { type: "button", click: press, ...attributes });
  made.classList.add("tool");
  made.append(drawIcon(icon), make("span", {}, label));
  return made;
}

/** The tools that are needed rarely. */
export function menu(...children: Child[]) {
  const content = make("div", { class: "menu-content" }, ...children);
  // It opens upwards where there is no room below.
  const place = () => {
    content.classList.remove("up");
    content.classList.toggle("up", content.getBoundingClientRect().bottom > innerHeight);
  };
  return make(
    "details",
    { class: "menu", toggle: place },
    make("summary", { class: "tool", "data-key": "menu" }, drawIcon("more"), make("span", {}, T.more)),
    content,
  );
}

/** @param opened the menu that stays open */
function closeMenus(opened: Element) {
  for (const it of document.querySelectorAll("details.menu[open]")) {
    if (it !== opened) {
      if (it.contains(document.activeElement)) {
        it.querySelector("summary")?.focus();
      }
      it.removeAttribute("open");
    }
  }
}

// A menu closes when something else is pressed, one of its tools, or Escape.
window.addEventListener("pointerdown", (event) => {
  const at = event.target instanceof Element ? event.target.closest("details.menu") : null;
  closeMenus(at ?? document.body);
});
window.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest(".menu-content .tool")) {
    closeMenus(document.body);
  }
});
window.addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target.closest("details.menu[open]") : null;
  if (event.key === "Escape" && at) {
    closeMenus(document.body);
  }
});
