import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import pMap from "p-map";
import { WebSocket } from "ws";

/**
 * The receiving side of live prices, in a separate thread: WebSocket subscribers, or API Gateway's management
 * API. A tick's volume field contains the time of its publication, from which the latency is calculated.
 */

export interface SubscribersInput {
  readonly kind: "subscribers";
  readonly url: string;
  readonly count: number;
}

/** A management API that takes some time for each post. */
export interface FakeApiInput {
  readonly kind: "api";
  readonly takesMs: number;
}

/** A report of this thread: that it is ready, how many subscribers are connected, or the latest latencies. */
export type Report =
  | { readonly ready: string }
  | { readonly connected: number }
  | { readonly tookMs: readonly { tick: string; ms: number }[] };

export const epochMs = (): number => performance.timeOrigin + performance.now();

const report = (message: Report) => parentPort?.postMessage(message);

let took: { tick: string; ms: number }[] = [];
function recordUpdate(text: string): void {
  const { type, volume24h } = JSON.parse(text) as { type: string; volume24h: string };
  if (type === "price_update") took.push({ tick: volume24h, ms: epochMs() - Number(volume24h) });
}

/** Returns a subscriber's IP address. Five subscribers share one, which is the maximum. */
const addressOf = (index: number): string => {
  const address = Math.floor(index / 5);
  return `10.77.${address >> 8}.${address & 255}`;
};

/** The timeout and the number of attempts of a connection, because some are slow on a busy machine. */
const TIMEOUT_MS = 20_000;
const ATTEMPTS = 5;

/** Subscribes to BTC. @throws Error if the subscription fails or is not confirmed in time */
function subscribe(url: string, index: number): Promise<void> {
  const socket = new WebSocket(url, { headers: { "x-forwarded-for": addressOf(index) } });
  return new Promise((resolve, reject) => {
    const end = (why: string) => {
      reject(new Error(`subscriber ${index}: ${why}`));
      socket.terminate();
    };
    const limit = setTimeout(() => end(`was not confirmed within ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS);
    socket.on("open", () => socket.send('{"action":"subscribe","symbols":["BTC"]}'));
    socket.on("error", ({ message }) => end(message));
    socket.on("close", (code) => end(`was closed with ${code}`));
    socket.on("message", (data) => {
      const text = String(data);
      if (text.includes('"subscribed"')) {
        clearTimeout(limit);
        resolve();
      } else if (text.includes('"error"')) end(text);
      else recordUpdate(text);
    });
  });
}

async function subscribeWithRetries(url: string, index: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await subscribe(url, index);
    } catch (error) {
      if (tries === ATTEMPTS) throw error;
    }
  }
}

/** Reports progress after this many subscribers. */
const REPORT_EVERY = 100;

async function runSubscribers({ url, count }: SubscribersInput): Promise<void> {
  let connected = 0;
  await pMap(
    Array(count).keys(),
    async (index) => {
      await subscribeWithRetries(url, index);
      if (++connected % REPORT_EVERY === 0) report({ connected });
    },
    { concurrency: 16 },
  );
  report({ ready: "" });
}

function serveFakeApi({ takesMs }: FakeApiInput): void {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () =>
      setTimeout(() => {
        recordUpdate(text);
        response.writeHead(200, { "content-length": 0 }).end();
      }, takesMs),
    );
  });
  server.listen(0, "127.0.0.1", () =>
    report({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live` }),
  );
}

if (!isMainThread) {
  const input: SubscribersInput | FakeApiInput = workerData;
  setInterval(() => {
    if (took.length > 0) report({ tookMs: took });
    took = [];
  }, 200);
  if (input.kind === "subscribers") await runSubscribers(input);
  else serveFakeApi(input);
}
