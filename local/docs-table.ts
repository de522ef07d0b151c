import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type EntityDefinition, indexes } from "../core/platform/table/entity.ts";
import { credentials, SECRET } from "../core/platform/table/schema.ts";
import { accessById } from "./rights.ts";

/** Words and rows of a page in Markdown. */

export const code = (text: string): string => `\`${text}\``;

export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

/**
 * The page of the table's access patterns, made from the entities themselves.
 */

type AnyEntity = EntityDefinition<string, string>;

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "answers" in value;

/** Every entity that stands in an `entity.ts`. */
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
  const kept = `kept: ${erasure.kept}`;
  return without.length === 0 ? kept : `${kept}, without ${without.map(code).join(", ")}`;
}

const exportedOf = ({ exported = [] }: AnyEntity): string =>
  exported === "all" ? "all" : exported.map(code).join(", ") || "-";

/** The entities whose partition keys begin so. */
const named = (all: readonly AnyEntity[], beginning: string): string =>
  all
    .filter(({ pk }) => pk.startsWith(beginning))
    .map(({ name }) => name)
    .join(", ");

/** The functions that a kind of secret items is open to. */
const reaching = (beginning: string): string[] =>
  [...accessById()]
    .filter(([, { reads, closed }]) => reads && !closed.some((one) => beginning.startsWith(one)))
    .map(([id]) => id)
    .toSorted();

export async function tablePage(): Promise<string> {
  const all = await entities();
  return [
    "# The table",
    "",
    "One DynamoDB table holds everything. This page is made from the entities (`core/**/entity.ts`) by `npm run docs`; a test holds it up to date.",
    "",
    `Keys: ${code("pk")}, ${code("sk")}. Indexes: ${Object.entries(indexes)
      .map(([name, { pk, sk }]) => `${code(name)} (${code(pk)}, ${code(sk)})`)
      .join(", ")}, of keys alone. Expiry: ${code("ttl")} (UNIX seconds).`,
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
    "## Secret items",
    "",
    `Items of these kinds hold what whoever reads it could use, or find out by trying. Their partition keys begin with ${code(SECRET)}, and a function reaches them where its grants in the contract name the kind (\`credentials\`), by its role in AWS and on the local runtime. Random values of 128 bits and more that are kept as hashes (tokens, API keys) are not among them: nobody finds what they are hashes of.`,
    "",
    row("kind", "entity", "who reaches it"),
    row("---", "---", "---"),
    ...Object.entries(credentials).map(([kind, beginning]) =>
      row(code(kind), named(all, beginning), reaching(beginning).map(code).join(", ")),
    ),
    "",
    "## Personal data",
    "",
    "What is kept of people, what becomes of it when somebody is erased, and what of it its user is given in an export. `kept: ledger` is for good, under ids that stand for nobody then; `kept: law` until the law against money laundering lets it go (`AML_RETENTION_YEARS`, 5 unless told), and deleted by its expiry. Entities that are not named here say nothing of people but ids, and stay. [OPERATIONS.md](OPERATIONS.md#personal-data) says how it is done.",
    "",
    row("entity", "holds", "at erasure", "exported"),
    row("---", "---", "---", "---"),
    ...all
      .filter(({ holds, erasure }) => holds !== "nothing" || erasure !== "stays")
      .map((entity) => row(entity.name, entity.holds, erasureOf(entity), exportedOf(entity))),
    "",
    "## Sealed attributes",
    "",
    "Encrypted under `SEALING_SECRET`, each for a purpose that is made of its item: it opens for no other. [`npm run backfill -- reseal`](OPERATIONS.md#backfills) seals them anew after the secret was rotated.",
    "",
    row("entity", "attribute", "sealed for"),
    row("---", "---", "---"),
    ...all.flatMap(({ name, sealed = {} }) =>
      Object.entries(sealed).map(([path, purpose]) => row(name, code(path), code(purpose))),
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
