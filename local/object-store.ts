import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { PRIVATE_FILE, privateFolder } from "./files.ts";

/** Where the objects of this machine are kept: a file each, or memory. */

export interface StoredObject {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface ObjectStore {
  write(key: string, object: StoredObject): void;
  read(key: string): StoredObject | undefined;
  remove(key: string): void;
  clear(): void;
}

function inMemory(): ObjectStore {
  const objects = new Map<string, StoredObject>();
  return {
    write: (key, object) => objects.set(key, object),
    read: (key) => objects.get(key),
    remove: (key) => objects.delete(key),
    clear: () => objects.clear(),
  };
}

const file = z.object({ contentType: z.string(), body: z.base64() });

function onDisk(folder: string): ObjectStore {
  // A key is no path: its file's name has no slash and no dots.
  const fileOf = (key: string) => join(folder, `${Buffer.from(key).toString("base64url")}.json`);
  return {
    write(key, { contentType, body }) {
      const path = fileOf(key);
      privateFolder(dirname(path));
      writeFileSync(`${path}.new`, JSON.stringify({ contentType, body: body.toString("base64") }), {
        mode: PRIVATE_FILE,
      });
      renameSync(`${path}.new`, path);
    },
    read(key) {
      try {
        const { contentType, body } = file.parse(JSON.parse(readFileSync(fileOf(key), "utf8")));
        return { contentType, body: Buffer.from(body, "base64") };
      } catch {
        return undefined;
      }
    },
    remove: (key) => rmSync(fileOf(key), { force: true }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param folder where objects are kept; undefined: in memory */
export const openObjectStore = (folder: string | undefined): ObjectStore =>
  folder === undefined ? inMemory() : onDisk(folder);
