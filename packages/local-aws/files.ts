import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import type * as z from "zod";

/** Small files in LOCAL_DATA: JSON, replaced as a whole, so that a crash leaves the old or the new version. */

/** Files in LOCAL_DATA are readable only by their owner: they contain secrets and user data. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Creates a folder that only its owner may enter, or restricts an existing one. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  chmodSync(path, PRIVATE_FOLDER);
}

/**
 * Reads a JSON file of this shape. Undefined if it does not exist.
 * @throws Error that names a damaged file
 */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is damaged: repair or delete it`, { cause });
  }
}

/** Replaces a JSON file and waits until it is on disk. */
export function writeJson(path: string, value: unknown): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, "w", PRIVATE_FILE);
  try {
    writeSync(file, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
