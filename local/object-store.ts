import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";
import { PRIVATE_FILE, privateFolder } from "./files.ts";

/** Where the objects of this machine are kept: a file each, or memory. */

export interface StoredObject {
  readonly contentType: string;
  /** When it was written, by the platform's clock. */
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

/** What was kept before files had an age is as old as can be told: it begins now. */
const file = z.object({
  contentType: z.string(),
  writtenMs: z.int().default(() => Clock.nowMs()),
  body: z.base64(),
});

function onDisk(folder: string): ObjectStore {
  // A key is no path: its file's name has no slash and no dots.
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
        const { body, ...rest } = file.parse(JSON.parse(readFileSync(fileOf(key), "utf8")));
        return { ...rest, body: Buffer.from(body, "base64") };
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

/** @param folder where objects are kept; undefined: in memory */
export const openObjectStore = (folder: string | undefined): ObjectStore =>
  folder === undefined ? inMemory() : onDisk(folder);
