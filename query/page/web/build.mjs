// Makes query/page/built, which `tourne page` puts into the page: scripts and style sheets, each kind as one file, and
// `made.json`, which says from what. Another folder can be named.
//
//     npm ci --prefix query/page/web --ignore-scripts && node query/page/web/build.mjs [FOLDER]
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, version } from "esbuild";

const sources = fileURLToPath(new URL(".", import.meta.url));
const built = resolve(process.argv[2] ?? join(sources, "../built"));

/** The files from which the folder is made; Rust reads the other two. A test computes the same checksum. */
const paths = readdirSync(sources, { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile())
  .map((it) => join(it.parentPath, it.name).slice(sources.length).replaceAll("\\", "/"))
  .filter((path) => !path.startsWith("node_modules/") && !["index.html", "texts/rules-fr.json"].includes(path));
const checksum = (text) => createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
const lines = paths.sort().map((path) => `${checksum(readFileSync(join(sources, path), "utf8"))}  ${path}\n`);

const settings = {
  absWorkingDir: sources,
  outdir: built,
  charset: "ascii",
  legalComments: "none",
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 1000,
};
await build({ ...settings, bundle: true, entryPoints: { page: "looks/looks.css" } });
// It is read by browsers that are too old for the rest.
await build({ ...settings, target: "es5", entryPoints: ["able.ts"] });
// Names stay as they are, and at the top, where the tests in a browser find them.
const script = { bundle: true, format: "esm", target: "es2022", treeShaking: false, banner: { js: '"use strict";' } };
const { outputFiles } = await build({ ...settings, ...script, entryPoints: { page: "main.ts" }, write: false });
// In regular expressions esbuild leaves what is not ASCII.
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
writeFileSync(join(built, "page.js"), outputFiles[0].text.replace(/[^\0-\x7f]/g, escaped));
const made = { esbuild: version, sources: checksum(lines.join("")) };
writeFileSync(join(built, "made.json"), `${JSON.stringify(made, null, 2)}\n`);
