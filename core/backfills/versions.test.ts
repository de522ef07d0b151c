import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { entities, isEntity } from "../people/entities.ts";
import { entity } from "../platform/table/entity.ts";
import type * as Table from "../platform/table/index.ts";
import { versioned } from "../platform/table/versions.ts";
import { isOfLedger, ledgerEntities } from "./ledger.ts";
import { backfills } from "./registry.ts";
import { versions, versionsOfLedger } from "./versions.ts";

/** What versions of items rest on, wherever an entity gets them. */

const keys = { name: "Test", about: "A test.", pk: "TEST#{id}", sk: "TEST" } as const;
const personal = { holds: "nothing", erasure: "stays", answers: {} } as const;

/** Entities with versions that nobody could read by: an item is read as another version where its schema is. */
const unread = (all: readonly { readonly name: string; versions?: unknown; schema?: unknown }[]) =>
  all.filter(({ versions, schema }) => versions && !schema).map(({ name }) => name);

it("an entity with versions states its schema", () => {
  const stated = { ...keys, ...personal, versions: versioned({ of: "Test", current: 2 }) };
  expect(unread([entity(stated), entity({ ...stated, schema: z.object({}) })])).toEqual(["Test"]);
  expect(unread(entities)).toEqual([]);
});

it("every entity with versions is migrated by one backfill, the ledger's by one of its own", () => {
  const versioned = entities.filter((one) => one.versions);
  expect(versions.entities.filter(isOfLedger)).toEqual([]);
  expect(versionsOfLedger).toMatchObject({ ledger: true });
  expect(new Set([...versions.entities, ...versionsOfLedger.entities])).toEqual(new Set(versioned));
  expect(new Set(backfills.map(({ name }) => name)).size).toBe(backfills.length);
});

it("the ledger's entities are all that stand in its folder", async () => {
  const modules = await Promise.all(
    globSync("core/ledger/**/entity.ts").map((file) => import(resolve(file))),
  );
  const found = modules.flatMap((module) => Object.values(module as object).filter(isEntity));
  expect(new Set(ledgerEntities)).toEqual(new Set(found));
});

/** The sources of the platform, by their files. */
const sources = new Map(
  globSync("{core,functions,events,local}/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted()
    .map((file) => [file, readFileSync(file, "utf8")]),
);

/** What entities call their schemas. */
const schemas = new Set(
  [...sources].flatMap(([file, source]) =>
    file.endsWith("/entity.ts")
      ? [...source.matchAll(/^ {2}schema: (?:\w+\.)?(\w+),$/gm)].map(([, name]) => name)
      : [],
  ),
);

/** Where a source reads by a schema of stored items, and not by the entity: what is called so and is none. */
const bare = (source: string): string[] =>
  [...source.matchAll(/\b(?:(\w+)\.)?(\w+)\.(?:parse|safeParse)\(/g)].flatMap(
    ([call, of = "", name = ""]) => {
      const isSchema = name === "schema" ? of !== "" : schemas.has(name) || /(?:Item|State)$/.test(name);
      const ofEntity = new RegExp(`import [^;]*\\b${of || name}\\b[^;]* from "[^"]*\\bentity\\.ts"`);
      return isSchema && (name === "schema" || !ofEntity.test(source)) ? [call] : [];
    },
  );

it("an item is read by its entity, which knows its version: by no schema of its own", () => {
  expect(schemas.size).toBeGreaterThan(70);
  const imports = 'import { historyLine } from "./entity.ts";\nimport { entryItem } from "./schema.ts";\n';
  expect(bare(`${imports}historyLine.parse(item)`)).toEqual([]);
  expect(bare(`${imports}entryItem.safeParse(item); historyLine.schema.parse(item)`)).toHaveLength(2);
  const found = [...sources].map(([file, source]) => [file, bare(source)] as const);
  expect(Object.fromEntries(found.filter(([, calls]) => calls.length > 0))).toEqual({
    // What is written.
    "core/defi/exchange/swaps.ts": ["swapped.parse("],
    // What reads an item of another version.
    "core/platform/table/entity.ts": ["definition.schema.parse("],
    // A copy that the feed makes anew within seconds: what cannot be read counts as none.
    "core/prices/snapshot.ts": ["snapshotItem.safeParse("],
  });
});

it("an item is written by a key that its entity made, or for a reason that stands here", () => {
  const none = { pk: "TEST#1", sk: "TEST" };
  // @ts-expect-error: nothing says of which version a write by it is
  const write: Table.Write = { update: none, set: { name: "x" } };
  expect(write).toHaveProperty("update");
  const bare = [...sources].filter(([, source]) => /\bunversionedKey\(|\bas (?:\w+\.)?Key\b/.test(source));
  expect(bare.map(([file]) => file)).toEqual([
    // A rewrite of the whole item, its version with it.
    "core/backfills/item.ts",
    // Times in the index, which are the same in all versions.
    "core/identity/sandboxes/index.ts",
    // What the outbox itself has put on a record, and its times in the index.
    "core/platform/outbox/index.ts",
    // What makes the keys of entities, and migrates an item.
    "core/platform/table/entity.ts",
    "core/platform/table/versions.ts",
    // Times in the index.
    "core/sandboxes/clock.ts",
    // Notes of the local runtime's own.
    "local/demo/steps.ts",
    // Whatever has expired, as DynamoDB deletes it.
    "local/expiry.ts",
    // A note of the local runtime's own.
    "local/seed.ts",
  ]);
});
