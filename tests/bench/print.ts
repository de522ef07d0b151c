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

/** Returns the value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Returns whether a figure is within its budget, for a table. */
export const verdict = (isWithin: boolean): string => (isWithin ? "within" : "OVER");

let activity = { what: "", sinceMs: 0 };
let reminder: NodeJS.Timeout | undefined;

/** Seconds after which a running step is reported again. */
const REMINDER_SECONDS = 30;

const elapsed = (): string => `${((performance.now() - activity.sinceMs) / 1000).toFixed(0)} s`;

/** Returns the current activity and its duration, for the message of a timeout. */
export const currentActivity = (): string =>
  activity.what === "" ? "nothing" : `${activity.what}, since ${elapsed()}`;

/**
 * Reports the current activity on stderr, and repeats it while it lasts. On a terminal, each line replaces
 * the previous one.
 */
export function progress(what: string): void {
  activity = { what, sinceMs: performance.now() };
  clearInterval(reminder);
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
  else if (what !== "") process.stderr.write(`${what}\n`);
  if (what === "") return;
  reminder = setInterval(() => {
    const line = `${what}: still running after ${elapsed()}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }, REMINDER_SECONDS * 1000).unref();
}
