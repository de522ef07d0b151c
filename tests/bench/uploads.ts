import { clean } from "../../core/identity/kyc/formats/index.ts";
import { InvalidFile } from "../../core/identity/kyc/formats/invalid-file.ts";
import { formats } from "../../core/identity/kyc/formats/schema.ts";
import { hostileFiles } from "../support/hostile-files.ts";
import { ms, progress, table, verdict } from "./print.ts";

/** The size of the files: what the API accepts. */
const MEGABYTES = 5;

/** The consumer's own time limit is 45 s, on little more than one processor. */
const BUDGET_MS = 10_000;

/** How often the process looks whether it can do other work, in milliseconds. */
const SAMPLE_MS = 5;

/** Measures the check of hostile uploads: its time, and how long it keeps the process from other work. */
export async function uploads(): Promise<void> {
  const rows: { readonly name: string; readonly tookMs: number; readonly cells: readonly string[] }[] = [];
  for (const { name, make } of hostileFiles) {
    progress(`uploads: ${name}`);
    const file = await make(MEGABYTES * 1024 * 1024);
    const { tookMs, pauseMs, outcome } = await measure(file);
    rows.push({ name, tookMs, cells: [ms(tookMs), ms(pauseMs), outcome] });
  }
  rows.sort((a, b) => b.tookMs - a.tookMs);
  const worstMs = rows[0]?.tookMs ?? 0;
  table(
    `Check of hostile files of ${MEGABYTES} MB: worst ${ms(worstMs)} (budget ${ms(BUDGET_MS)}, ${verdict(worstMs <= BUDGET_MS)})`,
    ["file", "time", "longest pause", "outcome"],
    rows.map(({ name, cells }) => [name, ...cells]),
  );
}

async function measure(file: Buffer) {
  let pauseMs = 0;
  let lastMs = performance.now();
  const sample = () => {
    pauseMs = Math.max(pauseMs, performance.now() - lastMs - SAMPLE_MS);
    lastMs = performance.now();
  };
  const sampler = setInterval(sample, SAMPLE_MS);
  const startedMs = performance.now();
  const outcome = await outcomeOf(file);
  const tookMs = performance.now() - startedMs;
  sample();
  clearInterval(sampler);
  return { tookMs, pauseMs: Math.max(0, pauseMs), outcome };
}

async function outcomeOf(file: Buffer): Promise<string> {
  try {
    await clean(file, formats);
    return "accepted";
  } catch (error) {
    if (error instanceof InvalidFile) return "rejected";
    throw error;
  }
}
