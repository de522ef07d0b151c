import type * as z from "zod";
import { is, absent as isAbsent, type Where } from "./where.ts";

/**
 * Entities of the single table. An entity defines its keys as templates ("USER#{userId}"). The keys, their parameters and
 * the page of access patterns (`docs/TABLE.md`) derive from them.
 */

/** The parameters that a key template needs. */
export type Params<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

/**
 * The indexes of the table. They project only keys, and readers read the items themselves, because every write would
 * update projected attributes too, and DynamoDB cannot change the projection of an existing index.
 * Source: Amazon DynamoDB Developer Guide, Managing Global Secondary Indexes.
 */
export const indexes = {
  /** Due work. Sparse: `duePk` states the kind of work, `dueSk` the time (ISO 8601). */
  due: {
    pk: "duePk",
    sk: "dueSk",
    projection: "KEYS_ONLY",
    /** A further attribute of an item: the time by the clock of its ledger, if it differs. */
    beside: ["ledgerDueAt"],
  },
} as const;

export type IndexName = keyof typeof indexes;

/** Keys of an index, as templates. */
export interface IndexKeys {
  readonly pk: string;
  readonly sk: string;
}

/** The collections that devices copy to work offline. */
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
 * How an item is erased with the person that it belongs to or names (GDPR, article 17):
 * - `stays`: of the person it has only ids, which then refer to no person.
 * - `deleted`: immediately. `expires`: by its own expiry, days later at most.
 * - `kept`: permanently for the ledger, or as long as the law against money laundering demands, without the unnecessary
 *   attributes, each with its replacement (undefined: none).
 */
export type Erasure =
  | "stays"
  | "deleted"
  | "expires"
  | {
      readonly retained: "ledger" | "law";
      readonly without?: Readonly<Record<string, string | undefined>>;
    };

export interface EntityDefinition<
  Pk extends string = string,
  Sk extends string = string,
  Schema extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly name: string;
  /** Describes an item in a sentence, for the page of access patterns. */
  readonly about: string;
  readonly pk: Pk;
  readonly sk: Sk;
  readonly schema?: Schema;
  /**
   * The sealed attributes (`core/platform/seal.ts`), and their purpose as a template of the item's attributes:
   * `{ "current.signing": "{keyId}" }`. `*` stands for each element of a list: `former.*.secret`.
   */
  readonly sealed?: Readonly<Record<string, string>>;
  /**
   * The stored attribute of the item's `version` for optimistic locking, if it has another name. Defaults to `version`.
   */
  readonly versionAttribute?: string;
  /** Its key templates in indexes. */
  readonly indexes?: Partial<Record<IndexName, IndexKeys>>;
  /** The synchronized collections that its items belong to: each write is sent to devices (`core/sync`). Defaults to none. */
  readonly sync?: readonly SyncCollection[];
  /** When DynamoDB may delete it (attribute `ttl`, UNIX seconds). Defaults to never. */
  readonly expires?: string;
  /** Its personal data besides ids, in words, or `nothing`. */
  readonly holds: string;
  readonly erasure: Erasure;
  /** The attributes in its user's export (articles 15 and 20). Defaults to none. */
  readonly exported?: readonly string[] | "all";
  /** The access patterns: `{ "the wallets of a user": "Query pk, sk begins with WALLET#" }`. */
  readonly answers: Readonly<Record<string, string>>;
}

/** The parsed item. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;

export interface Entity<
  Pk extends string = string,
  Sk extends string = string,
  Schema extends z.ZodType | undefined = z.ZodType | undefined,
> extends Omit<EntityDefinition<Pk, Sk, Schema>, "schema"> {
  readonly schema: Schema;
  key(params: Params<Pk> & Params<Sk>): Key;
  /** Parses the key of an item; undefined for another entity's key. */
  paramsOf(key: StoredKey): Readonly<Record<string, string>> | undefined;
  /** Returns the partition key, for queries. */
  partition(params: Params<Pk>): string;
  /** The prefix of the sort keys, up to the first parameter, for `beginsWith`. */
  readonly prefix: string;
  /**
   * Parses an item by the entity's schema.
   * @throws ZodError if the item does not fit, which takes a manual change of the table
   */
  parse(item: Item): Parsed<Schema>;
  /** Returns an item under the names of the schema, not parsed yet. */
  decode(item: Item): Item;
  /** Returns attributes under their stored names, for a put of a part or an update. */
  encode<T extends object>(attributes: T): T;
  /**
   * Returns the condition that an item is as it was read: of the same version, or missing (version 0). Each write
   * raises the version.
   */
  unchanged(before: { readonly version?: bigint | number | undefined } | undefined): Where;
  /** Returns the item that stores a value: its attributes, and the key made from them. */
  item<T extends object & Params<Pk> & Params<Sk>>(value: T): Record<string, unknown> & T & Key;
}

type Item = Readonly<Record<string, unknown>>;

/** A key to read by. */
export interface StoredKey {
  readonly pk: string;
  readonly sk: string;
}

/** Marks a key for the compiler. No value has it. */
declare const madeByEntity: unique symbol;

/**
 * A key to write by. Only an entity (`key`, `item`) and `keyOfItem` make one, so a write by a key that was put together
 * elsewhere, without escaping, does not compile.
 */
export interface Key extends StoredKey {
  readonly [madeByEntity]: true;
}

/** Returns the key of an item that was read. */
export const keyOfItem = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) }) as Key;

// A value may contain any character, such as "#" in an email address. In a key "#" is the separator, so it is escaped.
const escapePart = (value: string): string => value.replace(/[%#]/g, (c) => (c === "#" ? "%23" : "%25"));

/**
 * Fills a key template.
 * @throws TypeError if a parameter is missing or empty: a key without an owner must not exist
 */
export function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`key ${template} needs ${name}`);
    return escapePart(value);
  });
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^#]+)")}$`);

const patterns = new Map<string, RegExp>();

/** Parses the parameters of a key; undefined for a key of another template. */
export function read(template: string, key: string): Readonly<Record<string, string>> | undefined {
  const pattern = patterns.get(template) ?? patternOf(template);
  patterns.set(template, pattern);
  const found = pattern.exec(key);
  if (!found) return undefined;
  const parts = Object.entries(found.groups ?? {});
  return Object.fromEntries(parts.map(([name, part]) => [name, unescapePart(part)]));
}

const unescapePart = (part: string): string => part.replace(/%2[35]/g, (c) => (c === "%23" ? "#" : "%"));

/** Defines an entity. Only the definition names its keys and attributes. */
/* @__NO_SIDE_EFFECTS__ */
export function entity<
  const Pk extends string,
  const Sk extends string,
  Schema extends z.ZodType | undefined = undefined,
>(definition: EntityDefinition<Pk, Sk, Schema>): Entity<Pk, Sk, Schema> {
  const filled = (template: string, params: unknown) => fill(template, params as Record<string, string>);
  const key = (params: unknown) =>
    ({ pk: filled(definition.pk, params), sk: filled(definition.sk, params) }) as Key;
  const { versionAttribute = "version" } = definition;
  const isRenamed = versionAttribute !== "version";
  const decode = (item: Item): Item => {
    if (!isRenamed) return item;
    const { [versionAttribute]: version, ...rest } = item;
    return version === undefined ? item : { ...rest, version };
  };
  const encode = <T extends object>(attributes: T): T => {
    if (!isRenamed || !("version" in attributes)) return attributes;
    const { version, ...rest } = attributes;
    return { ...rest, [versionAttribute]: version } as unknown as T;
  };
  // The same object: a bundle has a getter for its schema, which is made when it is first read.
  return Object.assign(definition, {
    key,
    paramsOf({ pk, sk }) {
      const ofItem = read(definition.sk, sk);
      const ofPartition = ofItem && read(definition.pk, pk);
      return ofPartition && { ...ofPartition, ...ofItem };
    },
    partition: (params) => filled(definition.pk, params),
    prefix: definition.sk.replace(/\{.*/, ""),
    parse(item) {
      if (!definition.schema) throw new TypeError(`the entity ${definition.name} states no schema`);
      return definition.schema.parse(decode(item)) as Parsed<Schema>;
    },
    decode,
    unchanged: (before) => (before?.version ? is({ [versionAttribute]: before.version }) : isAbsent),
    encode,
    item: (value) => ({ ...encode(value), ...key(value) }) as typeof value & Record<string, unknown> & Key,
  } satisfies Partial<Entity<Pk, Sk, Schema>>) as Entity<Pk, Sk, Schema>;
}
