import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type CloudTemplate, losses, type Templates } from "./stateful.ts";

/**
 * `npm run check:stateful -- BEFORE AFTER [--accept STACK/ID]…`: compares two folders of synthesized templates,
 * and fails where a deployment of the second over the first would replace or delete a table, bucket, queue, key or
 * secret, or whatever else its stack keeps. What is meant to go is accepted by name.
 */

const SUFFIX = ".template.json";

function templatesIn(folder: string): Templates {
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  if (files.length === 0) throw new Error(`${folder} holds no *${SUFFIX}: synthesize into it first`);
  return new Map(
    files.map((name) => [
      basename(name, SUFFIX),
      JSON.parse(readFileSync(join(folder, name), "utf8")) as CloudTemplate,
    ]),
  );
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: "string", multiple: true, default: [] } },
});
const [before, after] = positionals;
if (before === undefined || after === undefined)
  throw new Error("name two folders of templates: npm run check:stateful -- BEFORE AFTER");

const found = losses(templatesIn(before), templatesIn(after));
const refused = found.filter(({ path }) => !values.accept.includes(path));
for (const { path, what } of found)
  process.stdout.write(`${values.accept.includes(path) ? "accepted: " : ""}${path}: ${what}\n`);
if (refused.length > 0) {
  process.stdout.write(
    "What holds state would be lost. If that is meant, accept each with --accept STACK/ID.\n",
  );
  process.exitCode = 1;
} else process.stdout.write("Nothing that holds state is replaced or deleted.\n");
