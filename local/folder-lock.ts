import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";

/** Another runtime works on the same data. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

/**
 * Takes a folder for this process, also against one that starts in the same instant. The lock is a socket
 * without a file, which ends with its process however that ends; only Linux has those, and elsewhere nothing
 * is held.
 * @returns gives it back
 * @throws DataInUse
 */
export async function lockFolder(folder: string): Promise<() => void> {
  if (process.platform !== "linux") return () => undefined;
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex");
  const socket = createServer((client) => client.destroy()).unref();
  await new Promise<void>((resolve, reject) => {
    socket.once("error", () => reject(new DataInUse(`another runtime is starting or running on ${folder}`)));
    socket.listen({ path: `\0svc-${name}` }, resolve);
  });
  return () => socket.close();
}
