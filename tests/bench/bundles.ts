import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { consumers } from "../../contract/consumers.ts";
import { routes } from "../../contract/index.ts";
import { type BundledFunction, bundle } from "../../stacks/bundle.ts";
import { consumerUnit, fallbackUnit, routeUnit } from "../../stacks/units.ts";
import { kb, median, ms, percentile, progress, table } from "./print.ts";

/** Size of every bundle, and how long it takes to import and initialize beside the least a handler can be. */

const run = promisify(execFile);
const RUNS = 5;
const OUT = "dist/bench";

const environment = {
  ...process.env,
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  PUBLIC_URL: "https://svc.example",
};

/**
 * What an import up to the initialized module costs in a process of its own, as Lambda starts one: milliseconds of processor
 * time, which other work on the machine disturbs less than the clock's.
 */
async function importMs(file: string): Promise<number> {
  const program = `const before = process.cpuUsage(); await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(before); process.stdout.write(String((user + system) / 1000));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
    env: environment,
  });
  return Number(stdout);
}

export async function bundles(): Promise<void> {
  progress("bundling");
  const units = [...routes.map(routeUnit), ...consumers.map(consumerUnit), fallbackUnit() ?? []].flat();
  const report = await bundle(OUT, { units });
  const floor = await bundle(`${OUT}-baseline`, {
    units: [{ id: "baseline", file: "tests/bench/_baseline.ts", title: "the baseline" }],
  });
  const at = (folder: string, id: string) => join(process.cwd(), folder, id, "index.mjs");

  const measured: { readonly unit: BundledFunction; readonly initMs: number; readonly ratio: number }[] = [];
  const floors: number[] = [];
  for (const unit of report.functions) {
    progress(`importing ${unit.id}`);
    const pairs: [number, number][] = [];
    // In turn, so that a machine whose speed drifts does not favour one.
    for (let i = 0; i < RUNS; i++) {
      pairs.push([await importMs(at(`${OUT}-baseline`, "baseline")), await importMs(at(OUT, unit.id))]);
    }
    floors.push(...pairs.map(([base]) => base));
    measured.push({
      unit,
      initMs: median(pairs.map(([, own]) => own)),
      ratio: median(pairs.map(([base, own]) => own / base)),
    });
  }
  progress("");
  table(
    "Bundles (minified; budget: p95 450 KB, import+init 1.6x)",
    ["function", "size", "import+init", "of baseline"],
    [
      ["baseline: a DynamoDB client", kb(floor.functions[0]?.bytes ?? 0), ms(median(floors)), "1.00x"],
      ...measured.map(({ unit, initMs, ratio }) => [
        unit.id,
        kb(unit.bytes),
        ms(initMs),
        `${ratio.toFixed(2)}x`,
      ]),
      [
        "p95",
        kb(
          percentile(
            report.functions.map((one) => one.bytes),
            0.95,
          ),
        ),
        "",
        `${percentile(
          measured.map((one) => one.ratio),
          0.95,
        ).toFixed(2)}x`,
      ],
    ],
  );
  const largest = [...report.functions].sort((a, b) => b.bytes - a.bytes)[0];
  if (!largest) return;
  table(
    `What the largest (${largest.id}) is made of`,
    ["package", "size"],
    Object.entries(largest.inputs)
      .slice(0, 8)
      .map(([name, bytes]) => [name, kb(bytes)]),
  );
}
