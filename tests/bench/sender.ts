import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { post, type Webhook } from "../support/burst.ts";

/** A webhook sender in a separate process, so that its processor time does not count as the platform's. */

interface Order {
  readonly url: string;
  readonly webhooks: readonly Webhook[];
}

export interface Sender {
  /** Sends all in parallel, each until it is accepted. @returns the duration of each attempt, in milliseconds */
  send(url: string, webhooks: readonly Webhook[]): Promise<number[]>;
  stop(): void;
}

export async function startSender(): Promise<Sender> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await once(child, "message");
  return {
    async send(url, webhooks) {
      const answered = once(child, "message");
      child.send({ url, webhooks } satisfies Order);
      const [took] = (await answered) as [number[]];
      return took;
    },
    stop: () => child.kill(),
  };
}

/** Sends to a local server first, so that the sender's own start does not count as the platform's time. */
async function warmUp(): Promise<void> {
  const target = createServer((request, response) => {
    request.resume();
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  const { port } = target.address() as AddressInfo;
  const webhook = { path: "/", headers: {}, body: "{}" };
  await Promise.all(Array.from({ length: 500 }, () => post(`http://127.0.0.1:${port}`, webhook)));
  target.close();
  target.closeAllConnections();
}

// Runs in the forked process only.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await warmUp();
  process.on("message", async ({ url, webhooks }: Order) => {
    const took = await Promise.all(webhooks.map((webhook) => post(url, webhook)));
    process.send?.(took.flat());
  });
  process.send?.("ready");
}
