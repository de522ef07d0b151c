import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A database as a process of its own. */

/** A running database and how to stop it. */
export interface Database {
  readonly endpoint: string;
  readonly isUp: () => boolean;
  stop(): Promise<void>;
}

/** A free TCP port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Waits until a database answers. @throws Error when it ends, or does not answer in time */
export async function answers(endpoint: string, child: ChildProcess, complaint: () => string): Promise<void> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (let attempt = 0; attempt < 2000; attempt++) {
    if (failure || child.exitCode !== null)
      throw new Error(`the database did not start: ${failure?.message ?? ""} ${complaint()}`);
    const answered = await fetch(endpoint, { method: "POST" }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(10);
  }
  throw new Error(`the database does not answer: ${complaint()}`);
}
