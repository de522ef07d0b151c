import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Helpers for databases in a process of their own. */

/** A running database and how to stop it. */
export interface Database {
  readonly endpoint: string;
  readonly isUp: () => boolean;
  stop(): Promise<void>;
}

/** Returns a free TCP port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Waits until a database answers. @throws Error if it ends or does not answer in time */
export async function waitUntilReady(
  endpoint: string,
  child: ChildProcess,
  errorOutput: () => string,
): Promise<void> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (let attempt = 0; attempt < 2000; attempt++) {
    if (failure || child.exitCode !== null)
      throw new Error(`the database did not start: ${failure?.message ?? ""} ${errorOutput()}`);
    const answered = await fetch(endpoint, { method: "POST" }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(10);
  }
  throw new Error(`the database does not answer: ${errorOutput()}`);
}
