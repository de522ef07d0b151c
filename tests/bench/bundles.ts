import { join } from "node:path";
import { build } from "esbuild";
import { routes } from "../../contract/index.ts";
import type { RouteSpec } from "../../contract/route.ts";
import * as Database from "../../local/database.ts";
import { EXTENSION } from "../../stacks/bundle/lazy-modules.ts";
import { type BundledFunction, bundle } from "../../stacks/bundle.ts";
import { allUnits } from "../../stacks/svc.ts";
import { kb, median, ms, percentile, progress, table } from "./print.ts";
import { type Endpoint, start } from "./starts.ts";

/**
 * Measures the size of every bundle, and the processor time of its import and initialization. The baseline is a handler that
 * only builds a DynamoDB client, bundled by esbuild alone. One more start of each measures its memory and its first request,
 * which has no credential, so most routes reject it.
 */

/** The number of starts. The minimum counts, because other processes only add time. */
const RUNS = 5;
/** Repeats the baseline after this many functions, because the machine's speed varies; the median counts. */
const BASELINE_EVERY = 10;
const OUT = "dist/bench";
const BASELINE = "dist/bench-baseline/index.mjs";
const BUDGET_BYTES = 520_000;
const BUDGET_RATIO = 1;

/** One function of each kind, for a readable table. */
const KINDS: readonly (readonly [kind: string, id: string])[] = [
  ["light read", "defi.wallets.list"],
  ["list", "payments.transactions"],
  ["money write", "public.transfers.create"],
  ["card payment", "payments.create"],
  ["jobs", "jobs.work"],
  ["MCP", "mcp.server"],
  ["a file's link", "jobs.read"],
  ["a file's upload", "mobile.identity.documents.upload"],
  ["emails and pushes", "notifications"],
];

interface Measured {
  readonly unit: BundledFunction;
  /** Processor time of the import, in milliseconds. */
  readonly cost: number;
  readonly firstMs: number | undefined;
  readonly residentMb: number;
}

/** Returns an API Gateway event of a route, without a credential. */
function requestOf({ method, path }: RouteSpec): object {
  const rawPath = path.replace(/\{[^}]*\}/g, "none");
  const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "bench" };
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: "",
    headers: { host: "svc.example" },
    requestContext: { http, requestId: "bench", timeEpoch: Date.now() },
    pathParameters: {},
    isBase64Encoded: false,
  };
}

async function leastMs(file: string, location: Endpoint): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < RUNS; i++) found.push((await start(file, location)).ms);
  return Math.min(...found);
}

/** Returns the size of a bundle's code, without the texts generated at build time (`stacks/bundle/baked.ts`), which are data of responses. */
const codeOf = ({ bytes, inputs }: BundledFunction): number => bytes - (inputs["baked"] ?? 0);

async function measureAll(
  functions: readonly BundledFunction[],
  location: Endpoint,
): Promise<{ measured: readonly Measured[]; baseline: number }> {
  const measured: Measured[] = [];
  const baselines: number[] = [];
  for (const [index, unit] of functions.entries()) {
    progress(`importing ${unit.id}, ${index + 1} of ${functions.length}`);
    if (index % BASELINE_EVERY === 0) baselines.push(await leastMs(BASELINE, location));
    const file = join(OUT, unit.id, `index${EXTENSION}`);
    const route = routes.find(({ id, stream }) => id === unit.id && !stream);
    const { firstMs, residentMb } = await start(file, location, route && requestOf(route));
    measured.push({ unit, cost: await leastMs(file, location), firstMs, residentMb });
  }
  return { measured, baseline: median(baselines) };
}

const HEAD = [
  "function",
  "at the start",
  "later",
  "import+init",
  "of baseline",
  "and 1st request",
  "resident",
];

const times = (ratio: number): string => `${ratio.toFixed(2)}x`;
const mb = (value: number): string => `${value.toFixed(0)} MB`;

const row = (name: string, { unit, cost, firstMs, residentMb }: Measured, baseline: number) => [
  name,
  kb(codeOf(unit)),
  unit.laterBytes > 0 ? kb(unit.laterBytes) : "",
  ms(cost),
  times(cost / baseline),
  firstMs === undefined ? "" : ms(firstMs),
  mb(residentMb),
];

function print(measured: readonly Measured[], baseline: number): void {
  const kinds = KINDS.flatMap(([kind, id]) => {
    const found = measured.find(({ unit }) => unit.id === id);
    return found ? [row(`${kind}: ${id}`, found, baseline)] : [];
  });
  table("Bundles, minified, one of each kind", HEAD, kinds);
  const beyond = measured
    .filter(({ unit, cost }) => codeOf(unit) > BUDGET_BYTES || cost / baseline > BUDGET_RATIO)
    .toSorted((a, b) => b.cost - a.cost);
  table(
    `Over ${kb(BUDGET_BYTES)} at the start, or import+init over ${BUDGET_RATIO}x: ${beyond.length} of ${measured.length}; the slowest`,
    HEAD,
    beyond.slice(0, 40).map((of) => row(of.unit.id, of, baseline)),
  );
  const of = (share: number, figures: (of: Measured) => number) => percentile(measured.map(figures), share);
  table(
    `All functions; a handler that only builds a DynamoDB client, bundled by esbuild alone, takes ${ms(baseline)}`,
    ["", "at the start", "import+init", "of baseline", "resident"],
    [
      ["budget of p95", kb(BUDGET_BYTES), "", times(BUDGET_RATIO), "110 MB"],
      ...([0.5, 0.95, 1] as const).map((share) => [
        share === 1 ? "worst" : `p${share * 100}`,
        kb(of(share, ({ unit }) => codeOf(unit))),
        ms(of(share, ({ cost }) => cost)),
        times(of(share, ({ cost }) => cost / baseline)),
        mb(of(share, ({ residentMb }) => residentMb)),
      ]),
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

async function bundleBaseline(): Promise<void> {
  await build({
    entryPoints: ["tests/bench/_baseline.ts"],
    outfile: BASELINE,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  });
}

export async function bundles(): Promise<void> {
  progress("bundling");
  const { functions } = await bundle(OUT, { units: allUnits() });
  await bundleBaseline();
  const database = await Database.start();
  const location = { endpoint: database.endpoint, table: "bench" };
  try {
    await Database.createTable(location.endpoint, location.table);
    const { measured, baseline } = await measureAll(functions, location);
    progress("");
    print(measured, baseline);
    printLargest(functions);
  } finally {
    await database.stop();
  }
}
