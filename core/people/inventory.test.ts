import { expect, it } from "vitest";
import * as z from "zod";
import { entities as found } from "../../local/docs-table.ts";
import type { EntityDefinition } from "../platform/table/entity.ts";
import { type AnyEntity, entities } from "./inventory.ts";

type Stated = Partial<Pick<EntityDefinition, "holds" | "erasure" | "exported">> & { readonly name: string };

/** Returns the missing or contradictory statements of an entity about personal data. */
function missingStatements({ name, holds = "", erasure, exported }: Stated): string[] {
  const isNothing = holds === "nothing";
  return [
    ...(holds === "" ? [`${name} does not state which personal data it holds`] : []),
    ...(erasure === undefined ? [`${name} does not state its erasure`] : []),
    ...(!isNothing && erasure === "stays" ? [`${name} holds personal data that no erasure removes`] : []),
    ...(exported?.length === 0 ? [`${name} exports an empty list: remove the list`] : []),
  ];
}

/** Returns the attributes of a schema. Undefined if it has none. */
function attributesOf(schema: unknown): ReadonlySet<string> | undefined {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodPipe) return attributesOf(schema.in);
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return new Set(schema.options.flatMap((one) => [...(attributesOf(one) ?? [])]));
}

const unknownAttributes = ({ name, schema, exported, erasure }: AnyEntity): string[] => {
  const known = attributesOf(schema);
  const named = [
    ...(exported === "all" ? [] : (exported ?? [])),
    ...Object.keys(typeof erasure === "object" ? (erasure.without ?? {}) : {}),
  ];
  return known
    ? named.filter((one) => !known.has(one) && !one.startsWith("due")).map((one) => `${name}.${one}`)
    : [];
};

it("finds a statement of personal data and its erasure in every entity", () => {
  expect(entities.flatMap(missingStatements)).toEqual([]);
  expect(missingStatements({ name: "Silent" })).toHaveLength(2);
});

it("lists every entity of the project", async () => {
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).toSorted();
  expect(names(entities)).toEqual(names(await found()));
});

it("assigns each key to one entity", () => {
  const sample = (template: string) => template.replace(/\{\w+\}/g, "x");
  const several = (all: readonly AnyEntity[]) =>
    all
      .map(({ pk, sk }) => all.filter((one) => one.paramsOf({ pk: sample(pk), sk: sample(sk) })))
      .filter((its) => its.length !== 1)
      .map((its) => its.map(({ name }) => name).join(" and "));
  expect(several(entities)).toEqual([]);
  expect(several([...entities, entities[0] as AnyEntity])).toHaveLength(2);
});

it("exports and removes only attributes that the entity has", () => {
  expect(entities.flatMap(unknownAttributes)).toEqual([]);
});
