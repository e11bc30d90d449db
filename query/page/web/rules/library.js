// The solutions inside this page: their names, and how they are unpacked.

import { unpacked } from "./packed.js";
import { rulesNamed } from "./rules.js";
import { Solution, SolutionError } from "./solution.js";

/** @type {Map<string, Solution>} */
export const solutions = new Map();

/**
 * Names of the rule sets inside this page.
 * @returns {string[]}
 */
export function rulesInside() {
  const names = [...document.querySelectorAll('script[id^="solution-"]')].map((it) => it.id.slice("solution-".length));
  return names.filter((name) => rulesNamed(name) !== null);
}

/** The solutions that are open or being unpacked. @type {Map<string, Promise<Solution>>} */
const opening = new Map();

/** Lets the browser draw and answer before the work goes on. */
export function breathe() {
  return new Promise((goOn) => window.setTimeout(goOn));
}

/**
 * Unpacks the solution of a rule set, once. In the page, the bytes of the file are reordered by their offsets modulo 8 and
 * packed.
 * @param {string} name
 * @returns {Promise<Solution>}
 */
export function openSolution(name) {
  const open = async () => {
    // The packed text stays in the document: browsers that save the page save the document as it is then.
    const packed = document.getElementById(`solution-${name}`)?.textContent ?? "";
    const bytes = await inflated(packed, name);
    await breathe();
    const solution = new Solution(bytes, name);
    solutions.set(name, solution);
    await breathe();
    return solution;
  };
  const under = opening.get(name) ?? open();
  opening.set(name, under);
  return under;
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
async function inflated(text, name) {
  try {
    const ordered = new Uint8Array(await unpacked(text));
    await breathe();
    const original = new Uint8Array(ordered.length);
    for (let place = 0, next = 0; place < 8; place++) {
      for (let at = place; at < original.length; at += 8) {
        original[at] = ordered[next++];
      }
    }
    return original.buffer;
  } catch {
    throw new SolutionError("packed", name);
  }
}

/**
 * The solution of a rule set that was opened.
 * @param {string} name
 * @returns {Solution}
 */
export function solutionOf(name) {
  const solution = solutions.get(name);
  if (!solution) {
    throw new SolutionError("name", name);
  }
  return solution;
}
