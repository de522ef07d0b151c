/** Prints figures as a table; benchmarks assert nothing. */
export function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  process.stdout.write(`\n${title}\n${cells.map(line).join("\n")}\n`);
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Whether a figure is within its budget. */
export const verdict = (isWithin: boolean): string => (isWithin ? "within" : "OVER");

let doing = { what: "", sinceMs: 0 };
let telling: NodeJS.Timeout | undefined;

/** How long something may last before it is said again that it goes on, in seconds. */
const STILL_SECONDS = 30;

const elapsed = (): string => `${((performance.now() - doing.sinceMs) / 1000).toFixed(0)} s`;

/** What is being done, and since when: for whoever waits for it no longer. */
export const atWork = (): string => (doing.what === "" ? "nothing" : `${doing.what}, since ${elapsed()}`);

/**
 * Says what is being done: on a terminal line that the next one overwrites, else on a line of its own; and again from time
 * to time, so that nobody wonders what a run waits for.
 */
export function progress(what: string): void {
  doing = { what, sinceMs: performance.now() };
  clearInterval(telling);
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
  else if (what !== "") process.stderr.write(`${what}\n`);
  if (what === "") return;
  telling = setInterval(() => {
    const line = `${what}: still, after ${elapsed()}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }, STILL_SECONDS * 1000).unref();
}
