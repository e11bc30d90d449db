// Asks the library as a module for browsers: node module.mjs LIBRARY SOLUTION. Each line of the input is a question in
// JSON, each line of the output its answer. SOLUTION is opened first; other rule sets are solved when a question says so.
import { readFileSync } from "node:fs";

const [library, solution] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(library));
const { exports: door } = new WebAssembly.Instance(module, { page: { progress() {} } });

/** Gives the door bytes, and returns what one of its functions says of them. */
function said(name, bytes) {
  const room = door.room(bytes.length);
  // The memory may have grown in that call.
  new Uint8Array(door.memory.buffer, room, bytes.length).set(bytes);
  let length;
  try {
    length = door[name]();
  } catch (error) {
    console.error(text(door.panicked()));
    throw error;
  }
  return text(length);
}

function text(length) {
  return new TextDecoder().decode(new Uint8Array(door.memory.buffer, door.out(), length));
}

console.error(said("open", readFileSync(solution)));
for (const question of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const begin = performance.now();
  console.log(said("answer", new TextEncoder().encode(question)));
  if (process.env.TIMES) {
    console.error(`${(performance.now() - begin).toFixed(1)} ms: ${question.slice(0, 100)}`);
  }
}
