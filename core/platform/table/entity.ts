import type * as z from "zod";

/**
 * Entities of the single table. An entity names its keys as templates ("USER#{userId}"), once: the composed
 * keys, the parameters they need, and the page of access patterns (`docs/TABLE.md`) all derive from them.
 */

/** The parameters that a key template needs. */
export type Params<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

/**
 * The indexes of the table, named by the question they answer. Their items are keys alone: who asks reads the items
 * themselves. What is projected is written again with each write; and DynamoDB changes no index's projection in
 * place, only by another index beside it.
 * Source: Amazon DynamoDB Developer Guide, Managing Global Secondary Indexes.
 */
export const indexes = {
  /** What is to be done by now: sparse, `duePk` says what kind of work, `dueSk` when (ISO 8601). */
  due: {
    pk: "duePk",
    sk: "dueSk",
    projection: "KEYS_ONLY",
    /** What an item says beside these keys: the time by the clock of its ledger, where that is another. */
    beside: ["ledgerDueAt"],
  },
} as const;

export type IndexName = keyof typeof indexes;

/** Keys of an index, as templates. */
export interface IndexKeys {
  readonly pk: string;
  readonly sk: string;
}

/** What devices keep copies of, to work offline. */
export type SyncCollection =
  | "profile"
  | "preferences"
  | "notificationPreferences"
  | "notifications"
  | "accounts"
  | "transactions"
  | "cards"
  | "loyalty"
  | "scheduledPayments"
  | "beneficiaries";

/**
 * What becomes of an item when the person whose it is, or whom it names, is erased (GDPR, article 17):
 * - `stays`: it says nothing of a person but ids, and those stand for nobody then.
 * - `deleted`: then and there. `expires`: by its own expiry, days later at most.
 * - `kept`: for the ledger, for good, or for as long as the law against money laundering demands; without the
 *   attributes that it has no need of, each with what takes its place (undefined: nothing).
 */
export type Erasure =
  | "stays"
  | "deleted"
  | "expires"
  | {
      readonly kept: "ledger" | "law";
      readonly without?: Readonly<Record<string, string | undefined>>;
    };

/** The attribute that says of which version of its entity an item is. Without it, it is of the first. */
export const SCHEMA_VERSION = "schemaVersion";

/** What an entity whose items have versions knows of them. Made by `versioned`, so that no other pays for it. */
export interface Versions {
  /** The current version: what is read and written. */
  readonly current: number;
  /** An item of any version that is known, as one of the current version. @throws UnsupportedSchemaVersion */
  read(item: Item): Item;
  /** The same, without what says its version: for the schema. */
  plain(item: Item): Item;
  /** A write with the precondition that the item is of the current version; what it writes says that version. */
  withPrecondition<W extends object>(write: W): W;
  /** Whether an item is of another version than the current one. */
  needsMigration(item: Item): boolean;
  /** Migrates a stored item to the current version, unless it has changed since it was read. */
  migrate(item: Item): Promise<void>;
}

/** How the key of a versioned entity knows its versions. Nothing of it is stored. */
export const VERSIONS: unique symbol = Symbol("versions");

/** An item is of a version that this release does not know: a later one has written it, or it was left behind. */
export class UnsupportedSchemaVersion extends Error {
  override readonly name = "UnsupportedSchemaVersion";
  constructor(entity: string, version: unknown, known: string) {
    super(`an item of ${entity} is of version ${version}; this release knows ${known}`);
  }
}

export interface EntityDefinition<
  Pk extends string = string,
  Sk extends string = string,
  Schema extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly name: string;
  /** What one item of it is, in a sentence, for the page of access patterns. */
  readonly about: string;
  readonly pk: Pk;
  readonly sk: Sk;
  /** What its items hold, beside the keys. */
  readonly schema?: Schema;
  /** Of which versions its items may be, and how others than the current one are read; left out: of the first alone. */
  readonly versions?: Versions;
  /**
   * Which attributes are sealed (`core/platform/seal.ts`), and for what, as a template of the item's attributes:
   * `{ "current.signing": "{keyId}" }`. `*` stands for each element of a list: `former.*.secret`.
   */
  readonly sealed?: Readonly<Record<string, string>>;
  /** Keys it has in indexes, as templates. */
  readonly indexes?: Partial<Record<IndexName, IndexKeys>>;
  /**
   * What devices keep copies of that its items are part of: whoever writes one has changed that, and they learn
   * of it (`core/sync`). Left out: of nothing.
   */
  readonly sync?: readonly SyncCollection[];
  /** When DynamoDB may delete it (attribute `ttl`, UNIX seconds); left out: never. */
  readonly expires?: string;
  /** What it says of people beside ids, in words; `nothing` where that is so. */
  readonly holds: string;
  readonly erasure: Erasure;
  /** Which attributes of it its user is given in an export (articles 15 and 20); left out: none. */
  readonly exported?: readonly string[] | "all";
  /**
   * Which question is answered by which call: `{ "the wallets of a user": "Query pk, sk begins with WALLET#"
   * }`.
   */
  readonly answers: Readonly<Record<string, string>>;
}

/** What an item is once it is parsed. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;

export interface Entity<
  Pk extends string = string,
  Sk extends string = string,
  Schema extends z.ZodType | undefined = z.ZodType | undefined,
> extends Omit<EntityDefinition<Pk, Sk, Schema>, "schema"> {
  readonly schema: Schema;
  /** The item's primary key. */
  key(params: Params<Pk> & Params<Sk>): Key;
  /** The key of an item of it that was read. */
  keyOf(item: Item): Key;
  /** What the key of an item says, or undefined where it is another entity's. */
  paramsOf(key: StoredKey): Readonly<Record<string, string>> | undefined;
  /** The partition key alone, for queries. */
  partition(params: Params<Pk>): string;
  /** How the sort key of every such item begins, up to the first parameter: for `beginsWith`. */
  readonly prefix: string;
  /**
   * An item of any version as one of the current version, not read yet.
   * @throws UnsupportedSchemaVersion
   */
  migrated(item: Item): Item;
  /**
   * Reads an item.
   * @throws ZodError where it is none of this entity: only a person with a hand in the table makes one
   * @throws UnsupportedSchemaVersion
   */
  parse(item: Item): Parsed<Schema>;
  /** The item that keeps a value: its attributes and, made of them, its key. */
  item<T extends object & Params<Pk> & Params<Sk>>(value: T): Record<string, unknown> & T & Key;
}

type Item = Readonly<Record<string, unknown>>;

/** Where an item is: enough to read it by. */
export interface StoredKey {
  readonly pk: string;
  readonly sk: string;
}

/** A key to write by. Entities alone make one: a write is of their current version, and asks for it. */
export interface Key extends StoredKey {
  readonly [VERSIONS]: Versions | undefined;
}

/** Where an item that was read is. */
export const keyOfItem = ({ pk, sk }: Item): StoredKey => ({ pk: String(pk), sk: String(sk) });

/**
 * A key for a write that is right for an item of any version: of what is the same in all of them, or of the whole item
 * as it was read.
 */
export const unversionedKey = (item: Item): Key & Item => keyOfItem(item) as Key & Item;

// A value may hold anything, an e-mail address a "#"; in a key "#" separates, so it is escaped.
const escapePart = (value: string): string => value.replace(/[%#]/g, (c) => (c === "#" ? "%23" : "%25"));

/**
 * Fills a key template.
 * @throws when a parameter is missing or empty: a key without an owner must not exist.
 */
export function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`key ${template} needs ${name}`);
    return escapePart(value);
  });
}

/** A key template as a pattern of the keys that were made of it. */
const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^#]+)")}$`);

const patterns = new Map<string, RegExp>();

/** What was filled into a key template; undefined where the key is of another one. */
export function read(template: string, key: string): Readonly<Record<string, string>> | undefined {
  const pattern = patterns.get(template) ?? patternOf(template);
  patterns.set(template, pattern);
  const found = pattern.exec(key);
  if (!found) return undefined;
  const parts = Object.entries(found.groups ?? {});
  return Object.fromEntries(parts.map(([name, part]) => [name, unescapePart(part)]));
}

const unescapePart = (part: string): string => part.replace(/%2[35]/g, (c) => (c === "%23" ? "#" : "%"));

/** Defines an entity: the only place that names its keys, and that knows what its items hold. */
/* @__NO_SIDE_EFFECTS__ */
export function entity<
  const Pk extends string,
  const Sk extends string,
  Schema extends z.ZodType | undefined = undefined,
>(definition: EntityDefinition<Pk, Sk, Schema>): Entity<Pk, Sk, Schema> {
  const filled = (template: string, params: unknown) => fill(template, params as Record<string, string>);
  const { versions } = definition;
  const known = versions && { [VERSIONS]: versions };
  const made = (key: StoredKey) => (known ? { ...key, ...known } : key) as Key;
  const key = (params: unknown) =>
    made({ pk: filled(definition.pk, params), sk: filled(definition.sk, params) });
  const migrated = (item: Item): Item => {
    if (versions) return versions.plain(item);
    if (item[SCHEMA_VERSION] === undefined) return item;
    throw new UnsupportedSchemaVersion(definition.name, item[SCHEMA_VERSION], "1");
  };
  // The same object: a bundle has a getter for its schema, which is made when it is first read.
  return Object.assign(definition, {
    key,
    keyOf: (item) => made(keyOfItem(item)),
    paramsOf({ pk, sk }) {
      const ofItem = read(definition.sk, sk);
      const ofPartition = ofItem && read(definition.pk, pk);
      return ofPartition && { ...ofPartition, ...ofItem };
    },
    partition: (params) => filled(definition.pk, params),
    prefix: definition.sk.replace(/\{.*/, ""),
    migrated,
    parse(item) {
      if (!definition.schema) throw new TypeError(`the entity ${definition.name} states no schema`);
      return definition.schema.parse(migrated(item)) as Parsed<Schema>;
    },
    item: (value) => ({ ...value, ...key(value) }) as typeof value & Record<string, unknown> & Key,
  } satisfies Partial<Entity<Pk, Sk, Schema>>) as Entity<Pk, Sk, Schema>;
}
