import { setTimeout as sleep } from "node:timers/promises";
import { arbitrage } from "./arbitrage.ts";
import { past } from "./past.ts";
import { arbitrageur } from "./people.ts";
import { market, payments, reports } from "./present.ts";
import { run } from "./steps.ts";

/**
 * The demo beyond its identities: an account with a month of history, and an arbitrageur who keeps the pools near the feed. It is
 * created after the platform is ready, through the core functions that all requests use.
 */

/** The interval of the arbitrageur's checks. */
const LOOK_EVERY_MS = 5_000;

export interface DemoOptions {
  /** Whether to create the demo. */
  readonly wanted: boolean;
  /** Whether the payment provider is the double. Only it accepts the demo's cards. */
  readonly pays: boolean;
  readonly report: (line: string) => void;
}

export interface Demo {
  /** Starts or resumes the demo. */
  start(): void;
  /** Resolves when the history exists, or was given up. */
  ready(): Promise<void>;
  /** Stops between two steps. */
  stop(): Promise<void>;
}

export function createDemo({ wanted, pays, report }: DemoOptions): Demo {
  let ending = new AbortController();
  let ready = Promise.resolve();
  let trading = Promise.resolve();
  return {
    start() {
      if (!wanted) return;
      ending = new AbortController();
      const { signal } = ending;
      const failed = (what: string) => (error: unknown) => {
        if (!signal.aborted) report(`demo: ${what}: ${error instanceof Error ? error.stack : error}`);
      };
      ready = history(pays, signal, report).catch(failed("history interrupted, the next start resumes it"));
      trading = ready.then(() => trade(signal, failed("arbitrage failed, will be retried")));
    },
    ready: () => ready,
    async stop() {
      ending.abort();
      await trading;
    },
  };
}

async function history(pays: boolean, signal: AbortSignal, report: (line: string) => void): Promise<void> {
  const begunMs = performance.now();
  const done = await run([...past, ...(pays ? payments : []), ...reports, market], signal);
  const seconds = ((performance.now() - begunMs) / 1000).toFixed(1);
  if (done > 0 && !signal.aborted) report(`The demo account has its month of history (${seconds} s).`);
}

async function trade(signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    await arbitrage(arbitrageur).catch(failed);
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
