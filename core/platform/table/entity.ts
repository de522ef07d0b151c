import type * as z from "zod";
import { is, absent as isAbsent, type Where } from "./where.ts";

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
  /**
   * Which attributes are sealed (`core/platform/seal.ts`), and for what, as a template of the item's attributes:
   * `{ "current.signing": "{keyId}" }`. `*` stands for each element of a list: `former.*.secret`.
   */
  readonly sealed?: Readonly<Record<string, string>>;
  /**
   * The stored attribute of the item's `version` for optimistic locking, if it has another name. Defaults to `version`.
   */
  readonly versionAttribute?: string;
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
  /** What the key of an item says, or undefined where it is another entity's. */
  paramsOf(key: StoredKey): Readonly<Record<string, string>> | undefined;
  /** The partition key alone, for queries. */
  partition(params: Params<Pk>): string;
  /** How the sort key of every such item begins, up to the first parameter: for `beginsWith`. */
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
  unchanged(before: { readonly version?: bigint | undefined } | undefined): Where;
  /** Returns the item that stores a value: its attributes, and the key made from them. */
  item<T extends object & Params<Pk> & Params<Sk>>(value: T): Record<string, unknown> & T & Key;
}

type Item = Readonly<Record<string, unknown>>;

/** Where an item is: enough to read it by. */
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
