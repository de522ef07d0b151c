import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readJson, writeJson } from "@svc/local-aws/files";
import * as z from "zod";

/** Thrown if another runtime uses the same data folder. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

/** How long a held lock is retried, and the interval, in milliseconds. */
const MAX_WAIT_MS = 500;
const RETRY_DELAY_MS = 10;

/**
 * Locks a folder for this process. The lock is an abstract socket, which ends with its process; only Linux has those, so
 * other systems have no lock. A released lock can live on for a moment in a forked copy of this process that has not yet
 * executed its program, so a held lock is retried for half a second.
 * @returns a function that releases the lock
 * @throws DataInUse
 */
export async function lockFolder(folder: string): Promise<() => void> {
  if (process.platform !== "linux") return () => undefined;
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex");
  for (let waitedMs = 0; ; waitedMs += RETRY_DELAY_MS) {
    const release = await listenOn(`\0svc-${name}`);
    if (release) return release;
    if (waitedMs >= MAX_WAIT_MS) throw new DataInUse(`another runtime is starting or running on ${folder}`);
    await sleep(RETRY_DELAY_MS);
  }
}

/** Listens on a socket. @returns a function that closes it; undefined if another process listens on it */
function listenOn(path: string): Promise<(() => void) | undefined> {
  const socket = createServer((client) => client.destroy()).unref();
  return new Promise((resolve, reject) => {
    socket.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    socket.listen({ path }, () => resolve(() => void socket.close()));
  });
}

/** The format of the data in LOCAL_DATA. Increment it with every incompatible change. */
const FORM = 4;

/** Thrown if the data folder has another format. */
class OtherForm extends Error {
  override readonly name = "OtherForm";
}

const formFile = z.object({ form: z.int() });

/** Records the format of new data and rejects data of another format. @throws OtherForm */
export function checkForm(data: string): void {
  const path = join(data, "form.json");
  const isNew = !existsSync(join(data, "secrets.json"));
  const { form } = readJson(path, formFile) ?? { form: isNew ? FORM : 1 };
  if (form !== FORM)
    throw new OtherForm(
      `${data} was written by another version of svc, in a format that this one does not read`,
    );
  writeJson(path, { form });
}
