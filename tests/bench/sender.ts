import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { post, type Webhook } from "../support/burst.ts";

/** A provider in a process of its own: what it needs for sending is not taken from the platform. */

interface Order {
  readonly url: string;
  readonly webhooks: readonly Webhook[];
}

export interface Sender {
  /** Sends all at once, each until it is taken. @returns how long each answer took, in milliseconds */
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

/**
 * Warms the sender up against a server of its own, so that its own start is not counted as the platform's
 * time.
 */
async function warmUp(): Promise<void> {
  const nobody = createServer((request, response) => {
    request.resume();
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(nobody, "listening");
  const { port } = nobody.address() as AddressInfo;
  const webhook = { path: "/", headers: {}, body: "{}" };
  await Promise.all(Array.from({ length: 500 }, () => post(`http://127.0.0.1:${port}`, webhook)));
  nobody.close();
  nobody.closeAllConnections();
}

// The process that is forked.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await warmUp();
  process.on("message", async ({ url, webhooks }: Order) => {
    const took = await Promise.all(webhooks.map((webhook) => post(url, webhook)));
    process.send?.(took.flat());
  });
  process.send?.("ready");
}
