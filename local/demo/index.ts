import { setTimeout as sleep } from "node:timers/promises";
import { arbitrage } from "./arbitrage.ts";
import { past } from "./past.ts";
import { arbitrageur } from "./people.ts";
import { market, payments, reports } from "./present.ts";
import { run } from "./steps.ts";

/**
 * The demo beyond its identities: an account with a month of history, and an arbitrageur that keeps the pools near the
 * feed. It is created while the platform already runs, through the same core functions as requests.
 */

/** The interval between two passes of the arbitrageur. */
const TRADE_EVERY_MS = 5_000;

export interface DemoOptions {
  /** Whether to create the demo. */
  readonly wanted: boolean;
  /** Whether the payment provider is the double. Another provider does not accept the demo's cards. */
  readonly pays: boolean;
  readonly report: (line: string) => void;
}

export interface Demo {
  /** Starts or continues the history. */
  start(): void;
  /** Resolves when the history is complete or has failed. */
  ready(): Promise<void>;
  /** Stops between two steps. */
  stop(): Promise<void>;
}

export function createDemo({ wanted, pays, report }: DemoOptions): Demo {
  let stopping = new AbortController();
  let ready = Promise.resolve();
  let trading = Promise.resolve();
  return {
    start() {
      if (!wanted) return;
      stopping = new AbortController();
      const { signal } = stopping;
      const reportFailure = (what: string) => (error: unknown) => {
        if (!signal.aborted) report(`demo: ${what}: ${error instanceof Error ? error.stack : error}`);
      };
      ready = createHistory(pays, signal, report).catch(
        reportFailure("the history is incomplete, the next start continues it"),
      );
      trading = ready.then(() => trade(signal, reportFailure("an arbitrage pass failed")));
    },
    ready: () => ready,
    async stop() {
      stopping.abort();
      await trading;
    },
  };
}

async function createHistory(
  pays: boolean,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  const startedMs = performance.now();
  const done = await run([...past, ...(pays ? payments : []), ...reports, market], signal);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (done > 0 && !signal.aborted) report(`The demo account has its month of history (${seconds} s).`);
}

async function trade(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    await arbitrage(arbitrageur).catch(onError);
    await sleep(TRADE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
