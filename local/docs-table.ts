import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type EntityDefinition, indexes } from "../core/platform/table/entity.ts";
import { credentials, SECRET } from "../core/platform/table/schema.ts";
import { accessById } from "./rights.ts";

/** Helpers for Markdown pages. */

export const code = (text: string): string => `\`${text}\``;

export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

/** Generates the page of the table's access patterns from the entities. */

type AnyEntity = EntityDefinition<string, string>;

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "answers" in value;

/** Returns every entity of an `entity.ts`. */
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
  const retained = `kept: ${erasure.kept}`;
  return without.length === 0 ? retained : `${retained}, without ${without.map(code).join(", ")}`;
}

const exportedOf = ({ exported = [] }: AnyEntity): string =>
  exported === "all" ? "all" : exported.map(code).join(", ") || "-";

/** Returns the names of the entities with a key prefix. */
const named = (all: readonly AnyEntity[], beginning: string): string =>
  all
    .filter(({ pk }) => pk.startsWith(beginning))
    .map(({ name }) => name)
    .join(", ");

/** Returns the functions that may access a kind of secret items. */
const functionsWith = (beginning: string): string[] =>
  [...accessById()]
    .filter(([, { reads, closed }]) => reads && !closed.some((one) => beginning.startsWith(one)))
    .map(([id]) => id)
    .toSorted();

export async function tablePage(): Promise<string> {
  const all = await entities();
  return [
    "# The table",
    "",
    "One DynamoDB table holds everything. `npm run docs` generates this page from the entities (`core/**/entity.ts`); a test checks that it is current.",
    "",
    `Keys: ${code("pk")}, ${code("sk")}. Indexes: ${Object.entries(indexes)
      .map(([name, { pk, sk }]) => `${code(name)} (${code(pk)}, ${code(sk)})`)
      .join(", ")}, of keys only. Expiry: ${code("ttl")} (UNIX seconds).`,
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
    `Items of these kinds hold data that a reader could use, or guess by trying. Their partition keys begin with ${code(SECRET)}. A function can access a kind only if its grants in the contract name it (\`credentials\`), enforced by its role in AWS and by the local runtime. Random values of 128 bits and more that are stored as hashes (tokens, API keys) are not included, because they cannot be guessed.`,
    "",
    row("kind", "entity", "functions with access"),
    row("---", "---", "---"),
    ...Object.entries(credentials).map(([kind, beginning]) =>
      row(code(kind), named(all, beginning), functionsWith(beginning).map(code).join(", ")),
    ),
    "",
    "## Personal data",
    "",
    "The personal data that is stored, its treatment when a user is erased, and its part of a user's export. `kept: ledger` stays permanently, under ids that no longer identify a person; `kept: law` stays until the law against money laundering permits its deletion (`AML_RETENTION_YEARS`, default 5), by its expiry. Entities that are not listed contain no personal data but ids, and stay. [OPERATIONS.md](OPERATIONS.md#personal-data) describes the procedure.",
    "",
    row("entity", "holds", "at erasure", "exported"),
    row("---", "---", "---", "---"),
    ...all
      .filter(({ holds, erasure }) => holds !== "nothing" || erasure !== "stays")
      .map((entity) => row(entity.name, entity.holds, erasureOf(entity), exportedOf(entity))),
    "",
    "## Sealed attributes",
    "",
    "Encrypted with `SEALING_SECRET`, each bound to a purpose that derives from its item: it cannot be decrypted for another one. [`npm run backfill -- reseal`](OPERATIONS.md#backfills) encrypts them again after the secret was rotated.",
    "",
    row("entity", "attribute", "sealed for"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, sealed = {} }) =>
      Object.entries(sealed).map(([path, purpose]) => row(name, code(path), code(purpose))),
    ),
    "",
    "## Access patterns",
    "",
    row("question", "entity", "answered by"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, answers }) =>
      Object.entries(answers).map(([question, answer]) => row(question, name, answer)),
    ),
    "",
  ].join("\n");
}
