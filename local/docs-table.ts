import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { EntityDefinition } from "../core/platform/table/entity.ts";
import { indexes } from "../core/platform/table/entity.ts";
import { code, row } from "./docs-markdown.ts";

/**
 * The page of the table's access patterns, made from the entities themselves.
 */

type AnyEntity = EntityDefinition<string, string>;

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "answers" in value;

async function entities(): Promise<AnyEntity[]> {
  const files = readdirSync("core", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)entity\.ts$/.test(file) && file !== "platform/table/entity.ts")
    .sort();
  const modules = await Promise.all(
    files.map((file) => import(join(process.cwd(), "core", file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.values(module)
      .filter(isEntity)
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

const indexKeys = ({ indexes = {} }: AnyEntity): string =>
  Object.entries(indexes)
    .map(([name, { pk, sk }]) => `${name}: ${code(pk)} / ${code(sk)}`)
    .join("; ") || "-";

export async function tablePage(): Promise<string> {
  const all = await entities();
  return [
    "# The table",
    "",
    "One DynamoDB table holds everything. This page is made from the entities (`core/**/entity.ts`) by `npm run docs`; a test holds it up to date.",
    "",
    `Keys: ${code("pk")}, ${code("sk")}. Indexes: ${Object.entries(indexes)
      .map(([name, { pk, sk }]) => `${code(name)} (${code(pk)}, ${code(sk)})`)
      .join(", ")}. Expiry: ${code("ttl")} (UNIX seconds).`,
    "",
    "## Entities",
    "",
    row("entity", "pk", "sk", "indexes", "expires", "what it is"),
    row("---", "---", "---", "---", "---", "---"),
    ...all.map((entity) =>
      row(
        entity.name,
        code(entity.pk),
        code(entity.sk),
        indexKeys(entity),
        entity.expires ?? "never",
        entity.about,
      ),
    ),
    "",
    "## Questions and what answers them",
    "",
    row("question", "entity", "answered by"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, answers }) =>
      Object.entries(answers).map(([question, answer]) => row(question, name, answer)),
    ),
    "",
  ].join("\n");
}
