// The solutions inside this page: their names, and how they are unpacked.

import { unpacked } from "./packed.ts";
import { rulesNamed } from "./rules.ts";
import { Solution, SolutionError } from "./solution.ts";

export const solutions: Map<string, Solution> = new Map();

/** Names of the rule sets inside this page. */
export function rulesInside(): string[] {
  const names = [...document.querySelectorAll('script[id^="solution-"]')].map((it) => it.id.slice("solution-".length));
  return names.filter((name) => rulesNamed(name) !== null);
}

/** The solutions that are open or being unpacked. */
const opening: Map<string, Promise<Solution>> = new Map();

/** Lets the browser draw and answer before the work goes on. */
export function breathe() {
  return new Promise((goOn) => window.setTimeout(goOn));
}

/**
 * Unpacks the solution of a rule set, once. In the page, the bytes of the file are reordered by their offsets modulo 8 and
 * packed.
 */
export function openSolution(name: string): Promise<Solution> {
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

async function inflated(text: string, name: string): Promise<ArrayBuffer> {
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

/** The solution of a rule set that was opened. */
export function solutionOf(name: string): Solution {
  const solution = solutions.get(name);
  if (!solution) {
    throw new SolutionError("name", name);
  }
  return solution;
}
