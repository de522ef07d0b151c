import { createInterface } from "node:readline";
import { argumentsOf } from "../contract/bin/command.ts";
import { symbolicator } from "./bundle/maps.ts";

/**
 * `npm run symbolicate -- [--maps FOLDER] < log`: writes what it reads, with the positions of stack traces as
 * those of the sources. The maps of a release are in `dist/maps` after it was bundled; they are small enough to
 * be kept for as long as logs are. What has no map there is left as it is, and said so.
 */

const usage = `npm run symbolicate -- [--maps FOLDER] < log
  --maps FOLDER  the maps of the release whose log it is (dist/maps)`;
const { values } = argumentsOf({ maps: { type: "string", default: "dist/maps" } }, { usage, words: false });
const { line, missing } = symbolicator(values.maps);
for await (const text of createInterface({ input: process.stdin })) process.stdout.write(`${line(text)}\n`);
for (const name of missing) process.stderr.write(`${values.maps} has no map of ${name}\n`);
if (missing.size > 0) process.exitCode = 1;
