import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Due } from "../../core/platform/due/index.ts";
import { fill } from "../../core/platform/table/entity.ts";
import type { entities } from "../docs-table.ts";

/** Lists the entities and due work from their definitions, so that no tool has a list of its own. */

export type AnyEntity = Awaited<ReturnType<typeof entities>>[number];

const isDue = (value: unknown): value is Due =>
  typeof value === "object" && value !== null && "partitions" in value && "keys" in value;

/** Returns every kind of due work, by the prefix of its partitions. */
export async function dues(): Promise<ReadonlyMap<string, Due>> {
  const files = readdirSync("core", { recursive: true, encoding: "utf8" }).filter(
    (file) => /(^|\/)entity\.ts$/.test(file) && file !== "platform/table/entity.ts",
  );
  const modules = await Promise.all(files.map((file) => import(join(process.cwd(), "core", file))));
  const found = modules.flatMap((module) => Object.values(module as object).filter(isDue));
  return new Map(found.map((due) => [due.keys.pk.replace(/#\{shard\}$/, ""), due]));
}

/** Returns the partitions of an id in the live ledger, among the partitions whose keys contain exactly one id. */
export function partitionsOf(all: readonly AnyEntity[], id: string): readonly string[] {
  const templates = new Set(all.map(({ pk }) => pk));
  const found = [...templates].flatMap((template) => {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const own = names.filter((name) => name !== "mode");
    const [name] = own;
    if (own.length !== 1 || name === undefined || !/id$/i.test(name)) return [];
    return fill(template, { [name]: id, mode: "live" });
  });
  // Several entities may use the same partition with parameters of different names.
  return [...new Set(found)];
}
