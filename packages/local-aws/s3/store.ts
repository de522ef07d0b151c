import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { PRIVATE_FILE, privateFolder } from "../files.ts";

/** Stores objects: one file each, or in memory. */

export interface StoredObject {
  readonly contentType: string;
  /** When it was written, in milliseconds since the UNIX epoch. */
  readonly writtenMs: number;
  readonly body: Buffer;
}

export interface ObjectStore {
  write(key: string, object: StoredObject): void;
  read(key: string): StoredObject | undefined;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
}

function inMemory(): ObjectStore {
  const objects = new Map<string, StoredObject>();
  return {
    write: (key, object) => objects.set(key, object),
    read: (key) => objects.get(key),
    remove: (key) => objects.delete(key),
    keys: () => [...objects.keys()],
    clear: () => objects.clear(),
  };
}

/** Files of an early version have no `writtenMs`: their age counts from when they are read. */
const file = z.object({ contentType: z.string(), writtenMs: z.int().optional(), body: z.base64() });

function onDisk(folder: string, nowMs: () => number): ObjectStore {
  // The file's name is the key without slashes and dots, so that a key cannot lead out of the folder.
  const fileOf = (key: string) => join(folder, `${Buffer.from(key).toString("base64url")}.json`);
  return {
    write(key, { contentType, writtenMs, body }) {
      const path = fileOf(key);
      privateFolder(dirname(path));
      writeFileSync(
        `${path}.new`,
        JSON.stringify({ contentType, writtenMs, body: body.toString("base64") }),
        {
          mode: PRIVATE_FILE,
        },
      );
      renameSync(`${path}.new`, path);
    },
    read(key) {
      try {
        const { contentType, writtenMs, body } = file.parse(JSON.parse(readFileSync(fileOf(key), "utf8")));
        return { contentType, writtenMs: writtenMs ?? nowMs(), body: Buffer.from(body, "base64") };
      } catch {
        return undefined;
      }
    },
    remove: (key) => rmSync(fileOf(key), { force: true }),
    keys: () =>
      (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
        name.endsWith(".json") ? Buffer.from(name.slice(0, -5), "base64url").toString() : [],
      ),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param folder the folder of the files. Undefined: in memory. */
export const openObjectStore = (folder: string | undefined, nowMs: () => number): ObjectStore =>
  folder === undefined ? inMemory() : onDisk(folder, nowMs);
