import { start } from "../../local/runtime.ts";
import { makeBurst, post } from "../support/burst.ts";
import { ms, percentile, progress, table } from "./print.ts";

const SIZE = 500;

/** A burst of signed webhooks: how fast each is acknowledged, and how long it takes until all are worked on. */
export async function webhooks(): Promise<void> {
  const rows: string[][] = [];
  for (const faults of [false, true]) {
    progress(`webhooks, ${faults ? "with" : "without"} faults`);
    const platform = await start({ providers: false });
    try {
      const { webhookSecrets, bankProvider } = platform.seed;
      const warm = await makeBurst(40, { ...webhookSecrets, bankProvider });
      await Promise.all(warm.webhooks.map((one) => post(platform.url, one)));
      await platform.drain();
      const burst = await makeBurst(SIZE, { ...webhookSecrets, bankProvider });
      if (faults) {
        platform.faults.set({ dependency: "dynamodb", kind: "error", rate: 0.02 });
        platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.02 });
        platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.1 });
        platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 0.2 });
      }
      const startedMs = performance.now();
      const answers = await Promise.all(burst.webhooks.map((one) => post(platform.url, one)));
      const acknowledgedMs = performance.now() - startedMs;
      platform.faults.clear();
      for (let minute = 0; minute < 10; minute++) {
        const { queues } = await platform.drain();
        const open = ["psp-events", "bank-events"].some((name) => {
          const one = queues[name];
          return one !== undefined && one.visible + one.inFlight > 0;
        });
        if (!open) break;
        await platform.advance(61);
      }
      const took = answers.flat();
      rows.push([
        faults ? "faults on" : "no faults",
        ms(percentile(took, 0.5)),
        ms(percentile(took, 0.99)),
        ms(Math.max(...took)),
        ms(acknowledgedMs),
        ms(performance.now() - startedMs),
      ]);
    } finally {
      await platform.stop();
    }
  }
  table(
    `Webhooks: ${SIZE} at once, a tenth repeated (budget: acknowledged within 1 s at p99)`,
    ["", "p50", "p99", "slowest", "all taken", "all worked on"],
    rows,
  );
}
