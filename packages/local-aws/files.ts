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

/** The small files in LOCAL_DATA: JSON, replaced whole, so that a crash leaves the old one or the new one. */

/** What is in LOCAL_DATA is its owner's alone: it holds secrets, and what users keep. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Makes a folder that its owner alone may enter; one that is there becomes so. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  chmodSync(path, PRIVATE_FOLDER);
}

/**
 * Reads a JSON file of this shape; undefined where there is none.
 * @throws Error that names a file that was damaged
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
    throw new Error(`${path} is damaged; mend it or delete it`, { cause });
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
