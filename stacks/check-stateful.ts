import { existsSync } from "node:fs";
import { argumentsOf, refuse } from "../contract/bin/command.ts";
import { templatesIn } from "./release/templates.ts";
import { losses } from "./stateful.ts";

/**
 * `npm run check:stateful -- BEFORE AFTER [--accept STACK/ID]…`: compares two folders of synthesized templates,
 * and fails where a deployment of the second over the first would replace or delete a table, bucket, queue, key or
 * secret, or whatever else its stack keeps. What is meant to go is accepted by name.
 */

const usage = `npm run check:stateful -- BEFORE AFTER [--accept STACK/ID]…
  BEFORE, AFTER      folders of templates: what is deployed (npm run release -- templates FOLDER), what would be (cdk.out)
  --accept STACK/ID  what is meant to go`;
const { positionals, values } = argumentsOf(
  { accept: { type: "string", multiple: true, default: [] } },
  { usage },
);
const [before, after, ...more] = positionals;
if (before === undefined || after === undefined || more.length > 0)
  refuse("Name two folders of templates.", { usage });
for (const folder of [before, after])
  if (!existsSync(folder)) refuse(`There is no folder ${folder}.`, { usage });

const templates = (folder: string) =>
  templatesIn(folder).catch((error: Error) => refuse(`${error.message}.`, { usage }));
const found = losses(await templates(before), await templates(after));
const refused = found.filter(({ path }) => !values.accept.includes(path));
for (const { path, what } of found)
  process.stdout.write(`${values.accept.includes(path) ? "accepted: " : ""}${path}: ${what}\n`);
if (refused.length > 0) {
  process.stdout.write(
    "What holds state would be lost. If that is meant, accept each with --accept STACK/ID.\n",
  );
  process.exitCode = 1;
} else process.stdout.write("Nothing that holds state is replaced or deleted.\n");
