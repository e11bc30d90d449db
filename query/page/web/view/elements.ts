// Making and refilling elements of the page, without losing the keyboard focus.

import { T } from "../texts/language.ts";

export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** Makes an element. Attributes that are `false`, `null` or `undefined` are left out; functions are listeners. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** Makes an element of a drawing. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: Child[]) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child) {
      element.append(...(typeof child !== "string" ? [child] : canHoldElements(element) ? inElements(child) : [T.typeset(child)]));
    }
  }
}

/** Whether an element may hold `bdi`: not drawings, nor the choices of a list. */
function canHoldElements(element: Element) {
  return element instanceof HTMLElement && !(element instanceof HTMLOptionElement);
}

/** A text for an element that may hold others: what is isolated is in elements of its own. */
export function inElements(text: string): (Node | string)[] {
  const parts = T.typeset(text).split(/\u2068([^\u2068\u2069]*)\u2069/);
  return parts.map((part, at) => (at % 2 === 0 ? part : make("bdi", {}, part)));
}

/**
 * Replaces the contents of an element. If an element in it with a `data-key` had the keyboard focus, the new element with this
 * key gets the focus. If there is none, the part of the page gets it, so that the focus is never lost.
 */
export function refill(host: Element, ...children: Child[]) {
  const active = document.activeElement;
  const isHere = active !== null && host.contains(active);
  const key = isHere ? active.getAttribute("data-key") : null;
  host.replaceChildren(...children.filter((child) => Boolean(child)).map((child) => child as Node));
  if (isHere && (key === null || !focusKey(host, key))) {
    host.closest("main")?.focus({ preventScroll: true });
  }
}

/** Moves the keyboard focus to the element with this `data-key`. Returns `false` if there is none. */
export function focusKey(host: Element, key: string) {
  const next = host.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (next instanceof HTMLElement || next instanceof SVGElement) {
    // A menu that was open stays open.
    next.closest("details .menu-content")?.parentElement?.setAttribute("open", "");
    next.focus({ preventScroll: true });
    return true;
  }
  return false;
}

/** The element of this page with an id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`no element ${id}`);
  }
  return element;
}

/** Whether a key press is meant for a field or for the browser, not for the page as a whole. */
export function isForElsewhere(event: KeyboardEvent) {
  const isField = event.target instanceof Element && event.target.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");
  return isField || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
}

/** A button. */
export function button(label: Child, press: (event: Event) => void, attributes: Attributes = {}) {
  return make("button", { type: "button", click: press, ...attributes }, label);
}

/**
 * The button of a form; Enter in a field of the form presses it too. No form is submitted, which a frame with a sandbox
 * forbids.
 */
export function formButton(label: Child, press: () => void, attributes: Attributes = {}) {
  const pressHere = (event: Event) => {
    event.preventDefault();
    press();
  };
  return button(label, pressHere, { type: "submit", ...attributes });
}

/**
 * A labelled list of choices.
 * @param options values and names
 */
export function choice(
  label: string,
  options: [string, string][],
  chosen: string,
  choose: (value: string) => void,
  key: string,
) {
  const select = make("select", { "data-key": key, id: `choice-${key}` });
  for (const [value, name] of options) {
    select.append(make("option", { value, selected: value === chosen }, name));
  }
  select.addEventListener("change", () => choose(select.value));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** Keys of the sections that are unfolded. */
const unfolded: Set<string> = new Set();

/** A section that is read once: it is folded until it is opened, and stays as it was left. */
export function folded(key: string, title: string, ...children: Child[]) {
  const section = make("details", { class: "facts", open: unfolded.has(key) }, make("summary", { "data-key": key }, make("h2", {}, title)), ...children);
  section.addEventListener("toggle", () => unfolded[section.open ? "add" : "delete"](key));
  return section;
}
