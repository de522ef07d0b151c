import { readFileSync, writeFileSync } from "node:fs";
import "../support/quiet.ts";
import { argumentsOf } from "../../contract/bin/command.ts";
import { countResources } from "./count.ts";
import type { Measured } from "./measured.ts";
import { page } from "./page.ts";

/**
 * `npm run costs`: regenerates docs/COST.md from production's templates and the units in measured.json. `npm
 * run costs -- --measure` measures the units first, which takes two minutes.
 */

const UNITS = "tests/costs/measured.json";
const usage = `npm run costs -- [--measure]   regenerates docs/COST.md
  --measure  measures the units of the table first, which takes two minutes`;
const { values } = argumentsOf({ measure: { type: "boolean", default: false } }, { usage, words: false });
if (values.measure) {
  const { measure } = await import("./measure.ts");
  writeFileSync(UNITS, `${JSON.stringify(await measure(), null, 2)}\n`);
}
const measured = JSON.parse(readFileSync(UNITS, "utf8")) as Measured;
writeFileSync("docs/COST.md", page(measured, countResources()));
process.stdout.write("docs/COST.md\n");
process.exit();
