import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type EntityDefinition, indexes } from "../core/platform/table/entity.ts";
import { credentials, SECRET } from "../core/platform/table/schema.ts";
import { accessById } from "./rights.ts";

/** Generates docs/TABLE.md, the page of the table's access patterns, from the entities. */

export const code = (text: string): string => `\`${text}\``;

export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

type AnyEntity = EntityDefinition<string, string>;

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "answers" in value;

/** Returns every entity that an `entity.ts` exports. */
export async function entities(): Promise<AnyEntity[]> {
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

function erasureOf({ erasure }: AnyEntity): string {
  if (typeof erasure === "string") return erasure;
  const without = Object.keys(erasure.without ?? {});
  const retained = `retained: ${erasure.retained}`;
  return without.length === 0 ? retained : `${retained}, without ${without.map(code).join(", ")}`;
}

const exportedOf = ({ exported = [] }: AnyEntity): string =>
  exported === "all" ? "all" : exported.map(code).join(", ") || "-";

/** Returns the names of the entities whose partition keys have a prefix. */
const namesWithPrefix = (all: readonly AnyEntity[], prefix: string): string =>
  all
    .filter(({ pk }) => pk.startsWith(prefix))
    .map(({ name }) => name)
    .join(", ");

/** Returns the functions that may read a kind of secret items. */
const readersOf = (prefix: string): string[] =>
  [...accessById()]
    .filter(
      ([, { reads, closed }]) => reads && !closed.some((closedPrefix) => prefix.startsWith(closedPrefix)),
    )
    .map(([id]) => id)
    .toSorted();

export async function tablePage(): Promise<string> {
  const all = await entities();
  return [
    "# The table",
    "",
    "One DynamoDB table contains all data. This page is generated from the entities (`core/**/entity.ts`) by `npm run docs`; a test keeps it up to date.",
    "",
    `Keys: ${code("pk")}, ${code("sk")}. Indexes: ${Object.entries(indexes)
      .map(([name, { pk, sk }]) => `${code(name)} (${code(pk)}, ${code(sk)})`)
      .join(", ")}; they contain keys only. Expiry: ${code("ttl")} (UNIX seconds).`,
    "",
    "## Entities",
    "",
    row("entity", "pk", "sk", "indexes", "expires", "description"),
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
    "## Secret items",
    "",
    `Items of these kinds contain credentials that a reader could use directly, or find by trying. Their partition keys begin with ${code(SECRET)}. A function can read a kind only if its grants in the contract name it (\`credentials\`); its role in AWS and the local runtime enforce this. Hashes of random values of 128 bits and more (tokens, API keys) are not secret items, because they cannot be reversed by trying.`,
    "",
    row("kind", "entity", "functions with access"),
    row("---", "---", "---"),
    ...Object.entries(credentials).map(([kind, prefix]) =>
      row(code(kind), namesWithPrefix(all, prefix), readersOf(prefix).map(code).join(", ")),
    ),
    "",
    "## Personal data",
    "",
    "The personal data that each entity holds, the effect of an erasure on it, and the part that an export contains. `retained: ledger` is permanent, under ids that no longer identify a person. `retained: law` lasts as long as the law against money laundering requires (`AML_RETENTION_YEARS`, default 5) and then expires. Entities that are not listed contain no personal data except ids, and stay. [OPERATIONS.md](OPERATIONS.md#personal-data) describes the process.",
    "",
    row("entity", "holds", "at erasure", "exported"),
    row("---", "---", "---", "---"),
    ...all
      .filter(({ holds, erasure }) => holds !== "nothing" || erasure !== "stays")
      .map((entity) => row(entity.name, entity.holds, erasureOf(entity), exportedOf(entity))),
    "",
    "## Sealed attributes",
    "",
    "Encrypted under `SEALING_SECRET`. Each is bound to a purpose derived from its item and cannot be decrypted for another one. [`npm run backfill -- reseal`](OPERATIONS.md#backfills) encrypts them again after a rotation of the secret.",
    "",
    row("entity", "attribute", "purpose"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, sealed = {} }) =>
      Object.entries(sealed).map(([path, purpose]) => row(name, code(path), code(purpose))),
    ),
    "",
    "## Access patterns",
    "",
    row("question", "entity", "operation"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, answers }) =>
      Object.entries(answers).map(([question, answer]) => row(question, name, answer)),
    ),
    "",
  ].join("\n");
}
