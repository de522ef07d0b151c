import { Worker } from "node:worker_threads";
import { consumers } from "../../contract/consumers.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { open } from "../../core/live/feed.ts";
import { ShardServer } from "../../core/live/server.ts";
import { keyOf } from "../../core/live/subscribers.ts";
import * as Connections from "../../core/platform/connections.ts";
import { log } from "../../core/platform/log.ts";
import * as Table from "../../core/platform/table/index.ts";
import type { Tick } from "../../core/prices/latest.ts";
import { type Runtime, start } from "../../local/runtime.ts";
import { monthly } from "./_price-costs.ts";
import { epochMs, type FakeApiInput, type Report, type SubscribersInput } from "./_subscribers.ts";
import { ms, percentile, progress, table, verdict } from "./print.ts";

/** Measures the latency of ticks to subscribers, locally and as in AWS, and calculates the cost there. */

const ROUNDS = 60;
const ROUND_MS = 250;
const WARM_UP = 8;

/** The receiving side, and its reported latencies by tick. */
interface Side {
  readonly ready: string;
  readonly tookMs: ReadonlyMap<string, number[]>;
  stop(): Promise<unknown>;
}

async function startReceiver(workerData: SubscribersInput | FakeApiInput): Promise<Side> {
  const worker = new Worker(new URL("./_subscribers.ts", import.meta.url), { workerData });
  const tookMs = new Map<string, number[]>();
  const ready = await new Promise<string>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", (report: Report) => {
      if ("ready" in report) return resolve(report.ready);
      if ("connected" in report) return progress(`${report.connected} subscribers are connected`);
      for (const { tick, ms: took } of report.tookMs) tookMs.set(tick, [...(tookMs.get(tick) ?? []), took]);
    });
  });
  return { ready, tookMs, stop: () => worker.terminate() };
}

const pause = (forMs: number) => new Promise((resolve) => setTimeout(resolve, forMs));

const tick = (): Tick => ({
  symbol: "BTC",
  price: "103967.3",
  change24h: "-2.80",
  // Subscribers calculate the tick's age from it.
  volume24h: String(epochMs()),
  timestamp: Clock.nowIso(),
});

interface Figures {
  /** Latencies of every update. */
  readonly each: readonly number[];
  /** Latencies of the last update of each tick. */
  readonly last: readonly number[];
  /** The share of updates that arrived. */
  readonly share: number;
}

/** Publishes ticks and collects the latencies. */
async function measure(
  side: Side,
  count: number,
  publish: (ticks: readonly Tick[]) => unknown,
): Promise<Figures> {
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    await publish([tick()]);
    await pause(ROUND_MS);
  }
  await pause(2500);
  const rounds = [...side.tookMs.values()].slice(-ROUNDS);
  const each = rounds.flat();
  return { each, last: rounds.map((round) => Math.max(...round)), share: each.length / (ROUNDS * count) };
}

const row = (name: string, { each, last, share }: Figures): string[] => [
  name,
  ms(percentile(each, 0.5)),
  ms(percentile(each, 0.99)),
  ms(percentile(last, 0.5)),
  ms(percentile(last, 0.99)),
  `${(share * 100).toFixed(0)} %`,
];

async function measureWebSockets(runtime: Runtime, count: number): Promise<Figures> {
  progress(`connecting ${count} subscribers`);
  const url = `${runtime.url.replace("http", "ws")}/ws/prices`;
  const side = await startReceiver({ kind: "subscribers", url, count });
  const feed = open(Clock.nowMs() + 600_000);
  progress(`sending ticks to ${count} subscribers`);
  const figures = await measure(side, count, feed.publish);
  progress(`disconnecting ${count} subscribers`);
  await Promise.all([feed.close(), side.stop()]);
  await runtime.drain();
  return figures;
}

/** Measures one worker as in AWS: the SDK's client over HTTP, and a slow management API. */
async function measureWorker(takesMs: number, connections: number): Promise<Figures> {
  progress("measuring one worker with a slow management API");
  const side = await startReceiver({ kind: "api", takesMs });
  const ids = Array.from({ length: connections }, (_, index) => `bench-${index}=`);
  for (const connectionId of ids)
    await Table.put({
      ...keyOf(connectionId),
      connectionId,
      holder: "bench",
      openedMs: Clock.nowMs(),
      quietUntilMs: 0,
      symbols: new Set(["BTC"]),
    });
  Connections.configure({
    endpoint: side.ready,
    requestHandler: { httpAgent: { keepAlive: true, maxSockets: 512 } },
  });
  const server = new ShardServer(0);
  await server.ready;
  const figures = await measure(side, connections, (ticks) => server.publish(ticks));
  await server.close();
  await side.stop();
  return figures;
}

function printCosts(): void {
  const loads = [
    { connections: 1000, updates: 1 },
    { connections: 1000, updates: 4 },
    { connections: 100_000, updates: 1 },
    { connections: 100_000, updates: 4 },
  ];
  const bills = loads.map(monthly);
  const dollars = (value: number) => `$${Math.round(value).toLocaleString("en-US")}`;
  const sum = (bill: Readonly<Record<string, number>>) => Object.values(bill).reduce((a, b) => a + b, 0);
  const names = Object.keys(bills[0] ?? {});
  table(
    "On paper, a month in eu-west-1 (list prices as published in 2025), connections open day and night",
    ["", ...loads.map((load) => `${load.connections.toLocaleString("en-US")} x ${load.updates}/s`)],
    [
      ...names.map((name) => [name, ...bills.map((bill) => dollars(bill[name] ?? 0))]),
      ["together", ...bills.map((bill) => dollars(sum(bill)))],
      [
        "of it messages",
        ...bills.map((bill) => `${(((bill["API Gateway messages"] ?? 0) / sum(bill)) * 100).toFixed(0)} %`),
      ],
    ],
  );
}

export async function prices(): Promise<void> {
  log.setLogLevel("SILENT");
  const runtime = await start({
    providers: false,
    consumers: consumers.filter(({ id }) => id !== "prices.feed"),
  });
  try {
    const head = ["", "p50", "p99", "last, p50", "last, p99", "delivered"];
    const single = await measureWebSockets(runtime, 1);
    const thousand = await measureWebSockets(runtime, 1000);
    const last = percentile(thousand.last, 0.99);
    table(
      `A tick to its subscribers over local WebSockets, 4 ticks a second (budget: 100 ms p99 to the last of 1,000)`,
      [...head, ""],
      [
        [...row("1 subscriber", single), ""],
        [...row("1,000 subscribers", thousand), verdict(last <= 100)],
      ],
    );
    const worker = await measureWorker(50, 1000);
    table("One worker with 1,000 connections, a management API that takes 50 ms, 4 ticks a second", head, [
      row("1,000 connections", worker),
    ]);
    const lookMs = 250;
    table(
      "100,000 connections: 100 such workers in parallel, each its own process",
      ["", "figure"],
      [
        [
          "a tick to the last of 100,000, p99: the worker's figure and at most one look at the table",
          ms(percentile(worker.last, 0.99) + lookMs),
        ],
        ["updates that each subscriber gets a second", (4 * worker.share).toFixed(1)],
      ],
    );
    printCosts();
  } finally {
    await runtime.stop();
  }
}
