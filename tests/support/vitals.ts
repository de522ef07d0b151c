import type { Page } from "playwright-core";

/** The figures of a page by which a person judges whether it is quick and calm (web.dev, Web Vitals). */

export interface Vitals {
  /** When the first text or picture was painted, in milliseconds after the navigation began. */
  readonly firstPaintMs: number;
  /** When the largest text or picture was painted, in milliseconds after the navigation began. */
  readonly largestPaintMs: number;
  /** How much the content moved without an input (CLS): 0 for nothing. */
  readonly shift: number;
}

/** Simulates Chrome's "slow 4G": 1.6 Mbit/s down, 0.75 up, and 150 ms for a round trip. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
}

/** Opens a page, waits until its data is shown, and returns its vitals. */
export async function measure(page: Page, path: string): Promise<Vitals> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  return page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<readonly PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        // An observer without entries is never called.
        setTimeout(() => resolve([]), 500);
      });
    const [paints, largest, shifts] = await Promise.all(
      ["paint", "largest-contentful-paint", "layout-shift"].map(entries),
    );
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }
    return {
      firstPaintMs: paints?.find(({ name }) => name === "first-contentful-paint")?.startTime ?? Number.NaN,
      largestPaintMs: largest?.at(-1)?.startTime ?? Number.NaN,
      shift: ((shifts ?? []) as readonly Shift[])
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((sum, { value }) => sum + value, 0),
    };
  });
}
