// Checks pages by markdownlint: node .ci/markdown.mjs MODULES FILE…
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
const { lint } = await import(pathToFileURL(resolve(modules, "markdownlint/lib/exports-promise.mjs")));

// The library has no rule for lines of a table that are none, for example below a blank line: readers see their bars.
const all = (tokens) => tokens.flatMap((token) => [token, ...all(token.children)]);
const bars = {
    names: ["bars-in-text"],
    description: "A table falls apart: it has a blank line, or no row of dashes with as many columns",
    tags: ["table"],
    parser: "micromark",
    function: ({ parsers }, onError) => {
        const texts = all(parsers.micromark.tokens).filter(({ type, text }) => type === "data" && text.includes("|"));
        for (const lineNumber of new Set(texts.map(({ startLine }) => startLine))) {
            onError({ lineNumber });
        }
    },
};

const found = await lint({
    files,
    customRules: [bars],
    // All rules but three of taste: the length of lines, spaces in tables, indented code beside fences.
    config: { default: true, MD013: false, MD046: false, MD060: false },
});
let faults = 0;
for (const [file, those] of Object.entries(found)) {
    for (const { lineNumber, ruleNames, ruleDescription, errorDetail, errorContext } of those) {
        const more = [errorDetail, errorContext].filter(Boolean).join(": ");
        console.error(`${file}:${lineNumber}: ${ruleDescription}${more && ` (${more})`} [${ruleNames.join("/")}]`);
        faults += 1;
    }
}
process.exit(faults ? 1 : 0);
