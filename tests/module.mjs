// Asks the library as a module for browsers: node module.mjs LIBRARY SOLUTION. Each line of the input is a question in
// JSON, each line of the output its answer. SOLUTION is opened first; other rule sets are solved when a question says so.
// The line `panic` breaks the module, and answers with what it says then; a new instance answers the lines after it.
import { readFileSync } from "node:fs";

const [library, solution] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(library));
let door;

/** Gives the door bytes, and returns what one of its functions says of them. */
function said(name, bytes) {
  const room = door.room(bytes.length);
  // The memory may have grown in that call.
  new Uint8Array(door.memory.buffer, room, bytes.length).set(bytes);
  return text(door[name]());
}

function text(length) {
  return new TextDecoder().decode(new Uint8Array(door.memory.buffer, door.out(), length));
}

function open() {
  door = new WebAssembly.Instance(module, { page: { progress() {} } }).exports;
  console.error(said("open", readFileSync(solution)));
}

function panic() {
  try {
    door.room(-1);
  } catch {
    const message = text(door.panicked());
    open();
    return JSON.stringify({ panicked: message });
  }
}

open();
for (const question of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const begin = process.cpuUsage().user;
  console.log(question === "panic" ? panic() : said("answer", new TextEncoder().encode(question)));
  if (process.env.TIMES) {
    const took = (process.cpuUsage().user - begin) / 1000;
    console.error(`${took.toFixed(1)} ms: ${question.slice(0, 100)}`);
  }
}
