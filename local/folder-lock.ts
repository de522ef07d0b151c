import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Another runtime works on the same data. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

/** For how long a lock that is held is tried again, and how often, in milliseconds. */
const HELD_AT_MOST_MS = 500;
const AGAIN_AFTER_MS = 10;

/**
 * Takes a folder for this process, also against one that starts in the same instant. The lock is a socket
 * without a file, which ends with its process however that ends; only Linux has those, and elsewhere nothing
 * is held. A lock that was given back can outlive that for an instant, in the copy of this process that
 * another thread is about to turn into a program of its own: one that is held is tried again for half a second.
 * @returns gives it back
 * @throws DataInUse
 */
export async function lockFolder(folder: string): Promise<() => void> {
  if (process.platform !== "linux") return () => undefined;
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex");
  for (let waitedMs = 0; ; waitedMs += AGAIN_AFTER_MS) {
    const release = await listenOn(`\0svc-${name}`);
    if (release) return release;
    if (waitedMs >= HELD_AT_MOST_MS)
      throw new DataInUse(`another runtime is starting or running on ${folder}`);
    await sleep(AGAIN_AFTER_MS);
  }
}

/** @returns closes the socket; undefined when somebody else listens on it */
function listenOn(path: string): Promise<(() => void) | undefined> {
  const socket = createServer((client) => client.destroy()).unref();
  return new Promise((resolve, reject) => {
    socket.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    socket.listen({ path }, () => resolve(() => void socket.close()));
  });
}
