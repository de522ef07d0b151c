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
const BASELINE_OUT = `${OUT}-baseline`;

const environment = {
  ...process.env,
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  PUBLIC_URL: "https://svc.example",
};

interface Init {
  readonly ms: number;
  readonly residentMb: number;
}

/** What Lambda's runtime has for a handler that streams; nothing is streamed here. */
const RUNTIME = "globalThis.awslambda = { streamifyResponse: (handler) => handler };";

/** Processor time of the import: other work on the machine disturbs it less than the clock's. */
const MEASURE = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ ms: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 1e6 }));`;

/** Imports and initializes a bundle in a process of its own, as Lambda starts one. */
async function initialize(folder: string, id: string): Promise<Init> {
  const file = join(process.cwd(), folder, id, "index.mjs");
  const program = ["--input-type=module", "--eval", RUNTIME + MEASURE, file];
  const { stdout } = await run(process.execPath, program, { env: environment });
  return JSON.parse(stdout) as Init;
}

interface Measured extends Init {
  readonly unit: BundledFunction;
  readonly baselineMs: number;
  /** Of the baseline's time. */
  readonly ratio: number;
}

async function measure(unit: BundledFunction): Promise<Measured> {
  progress(`importing ${unit.id}`);
  const own: Init[] = [];
  const baseline: Init[] = [];
  // Alternately, so that a machine whose speed drifts favours neither.
  for (let i = 0; i < RUNS; i++) {
    baseline.push(await initialize(BASELINE_OUT, "baseline"));
    own.push(await initialize(OUT, unit.id));
  }
  return {
    unit,
    ms: median(own.map((init) => init.ms)),
    residentMb: median(own.map((init) => init.residentMb)),
    baselineMs: median(baseline.map((init) => init.ms)),
    ratio: median(own.map((init, i) => init.ms / (baseline[i]?.ms ?? 0))),
  };
}

const row = (name: string, bytes: number, init: Init, ratio: number): string[] => [
  name,
  kb(bytes),
  ms(init.ms),
  `${ratio.toFixed(2)}x`,
  `${init.residentMb.toFixed(0)} MB`,
];

function print(measured: readonly Measured[], baselineBytes: number): void {
  const p95 = (pick: (of: Measured) => number) => percentile(measured.map(pick), 0.95);
  const baseline = { ms: median(measured.map((of) => of.baselineMs)), residentMb: 0 };
  table(
    "Bundles, minified (budget: p95 400 KB, import+init under 1.3x of the baseline)",
    ["function", "size", "import+init", "of baseline", "resident"],
    [
      ["baseline: a DynamoDB client", kb(baselineBytes), ms(baseline.ms), "1.00x", ""],
      ...measured.map((of) => row(of.unit.id, of.unit.bytes, of, of.ratio)),
      row(
        "p95",
        p95(({ unit }) => unit.bytes),
        { ms: p95((of) => of.ms), residentMb: p95((of) => of.residentMb) },
        p95((of) => of.ratio),
      ),
    ],
  );
}

function printLargest(functions: readonly BundledFunction[]): void {
  const [largest] = functions.toSorted((a, b) => b.bytes - a.bytes);
  if (!largest) return;
  const parts = Object.entries(largest.inputs).slice(0, 8);
  table(
    `What the largest (${largest.id}) is made of`,
    ["package", "size"],
    parts.map(([name, bytes]) => [name, kb(bytes)]),
  );
}

export async function bundles(): Promise<void> {
  progress("bundling");
  const units = [...routes.map(routeUnit), ...consumers.map(consumerUnit), fallbackUnit() ?? []].flat();
  const { functions } = await bundle(OUT, { units });
  const baseline = await bundle(BASELINE_OUT, {
    units: [{ id: "baseline", file: "tests/bench/_baseline.ts", title: "the baseline" }],
  });
  const measured: Measured[] = [];
  for (const unit of functions) measured.push(await measure(unit));
  progress("");
  print(measured, baseline.functions[0]?.bytes ?? 0);
  printLargest(functions);
}
