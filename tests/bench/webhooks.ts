import { start } from "../../local/runtime.ts";
import { makeBurst } from "../support/burst.ts";
import { ms, percentile, progress, table, verdict } from "./print.ts";
import { type Sender, startSender } from "./sender.ts";

const SIZE = 500;
const BUDGET_MS = 1000;
type Platform = Awaited<ReturnType<typeof start>>;

/** Measures a burst of signed webhooks: the time until each is acknowledged, and until all are processed. */
export async function webhooks(): Promise<void> {
  const platform = await start({ providers: false });
  const rows: string[][] = [];
  const measured = async (name: string, sender: Sender): Promise<void> => {
    progress(`webhooks, ${name}`);
    rows.push([name, ...(await burst(platform, sender))]);
  };
  const senders: Sender[] = [];
  const another = async (): Promise<Sender> => {
    const sender = await startSender();
    senders.push(sender);
    return sender;
  };
  try {
    await measured("first after the start", await another());
    const sender = await another();
    await measured("500 new connections", sender);
    await measured("connections reused", sender);
    platform.faults.set({ dependency: "dynamodb", kind: "error", rate: 0.02 });
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.02 });
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.1 });
    platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 0.2 });
    await measured("faults on", await another());
  } finally {
    for (const sender of senders) sender.stop();
    await platform.stop();
  }
  table(
    `Webhooks: ${SIZE} in parallel, a tenth repeated (budget: acknowledged within 1 s at p99)`,
    ["", "p50", "p99", "slowest", "all taken", "all worked on", ""],
    rows,
  );
}

async function burst(platform: Platform, sender: Sender): Promise<string[]> {
  const { webhookSecrets, bankProvider } = platform.seed;
  const { webhooks } = await makeBurst(SIZE, { ...webhookSecrets, bankProvider });
  const startedMs = performance.now();
  const took = await sender.send(platform.url, webhooks);
  const acknowledgedMs = performance.now() - startedMs;
  platform.faults.clear();
  for (let minute = 0; minute < 10; minute++) {
    const { queues } = await platform.drain();
    const open = ["psp-events", "bank-events"].some((name) => {
      const queue = queues[name];
      return queue !== undefined && queue.visible + queue.inFlight > 0;
    });
    if (!open) break;
    await platform.advance(61);
  }
  const p99 = percentile(took, 0.99);
  const figures = [
    percentile(took, 0.5),
    p99,
    Math.max(...took),
    acknowledgedMs,
    performance.now() - startedMs,
  ];
  return [...figures.map(ms), verdict(p99 <= BUDGET_MS)];
}
