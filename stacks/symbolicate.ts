import { createInterface } from "node:readline";
import { argumentsOf } from "../contract/bin/command.ts";
import { symbolicator } from "./bundle/maps.ts";

/**
 * `npm run symbolicate -- [--maps FOLDER] < log`: replaces positions in stack traces by those of the sources. Bundling a
 * release writes its maps to `dist/maps`; store them as long as its logs. Positions without a map stay, and their bundles are
 * reported.
 */

const usage = `npm run symbolicate -- [--maps FOLDER] < log
  --maps FOLDER  the maps of the log's release (dist/maps)`;
const { values } = argumentsOf({ maps: { type: "string", default: "dist/maps" } }, { usage, words: false });
const { line, missing } = symbolicator(values.maps);
for await (const text of createInterface({ input: process.stdin })) process.stdout.write(`${line(text)}\n`);
for (const name of missing) process.stderr.write(`${values.maps} has no map of ${name}\n`);
if (missing.size > 0) process.exitCode = 1;
