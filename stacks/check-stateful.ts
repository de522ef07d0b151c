import { existsSync } from "node:fs";
import { argumentsOf, exitWithUsage } from "../contract/bin/command.ts";
import { templatesIn } from "./release/templates.ts";
import { losses } from "./stateful.ts";

/**
 * `npm run check:stateful -- BEFORE AFTER [--accept STACK/ID]…`: compares two folders of synthesized templates. Fails if
 * deploying AFTER over BEFORE would replace or delete a table, bucket, queue, key, secret or another retained resource that
 * is not accepted by name.
 */

const usage = `npm run check:stateful -- BEFORE AFTER [--accept STACK/ID]…
  BEFORE, AFTER      folders of templates: the deployed ones (npm run release -- templates FOLDER) and the new ones (cdk.out)
  --accept STACK/ID  a resource that may be replaced or deleted`;
const { positionals, values } = argumentsOf(
  { accept: { type: "string", multiple: true, default: [] } },
  { usage },
);
const [before, after, ...more] = positionals;
if (before === undefined || after === undefined || more.length > 0)
  exitWithUsage("Name two folders of templates.", { usage });
for (const folder of [before, after])
  if (!existsSync(folder)) exitWithUsage(`There is no folder ${folder}.`, { usage });

const templates = (folder: string) =>
  templatesIn(folder).catch((error: Error) => exitWithUsage(`${error.message}.`, { usage }));
const found = losses(await templates(before), await templates(after));
const refused = found.filter(({ path }) => !values.accept.includes(path));
for (const { path, what } of found)
  process.stdout.write(`${values.accept.includes(path) ? "accepted: " : ""}${path}: ${what}\n`);
if (refused.length > 0) {
  process.stdout.write(
    "Stateful resources would be lost. Accept each intended loss with --accept STACK/ID.\n",
  );
  process.exitCode = 1;
} else process.stdout.write("No stateful resource is replaced or deleted.\n");
