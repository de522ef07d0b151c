import type * as z from "zod";

/**
 * Entities of the single table. An entity names its keys as templates ("USER#{userId}"), once: the composed
 * keys, the parameters they need, and the page of access patterns (`docs/TABLE.md`) all derive from them.
 */

/** The parameters that a key template needs. */
export type Params<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

/** The indexes of the table, named by the question they answer. */
export const indexes = {
  /** What is to be done by now: sparse, `duePk` says what kind of work, `dueSk` when (ISO 8601). */
  due: { pk: "duePk", sk: "dueSk" },
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
  /** Keys it has in indexes, as templates. */
  readonly indexes?: Partial<Record<IndexName, IndexKeys>>;
  /**
   * What devices keep copies of that its items are part of: whoever writes one has changed that, and they learn
   * of it (`core/sync`). Left out: of nothing.
   */
  readonly sync?: readonly SyncCollection[];
  /** When DynamoDB may delete it (attribute `ttl`, UNIX seconds); left out: never. */
  readonly expires?: string;
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
  paramsOf(key: Key): Readonly<Record<string, string>> | undefined;
  /** The partition key alone, for queries. */
  partition(params: Params<Pk>): string;
  /** How the sort key of every such item begins, up to the first parameter: for `beginsWith`. */
  readonly prefix: string;
  /**
   * Reads an item.
   * @throws ZodError where it is none of this entity: only a person with a hand in the table makes one
   */
  parse(item: Item): Parsed<Schema>;
  /** The item that keeps a value: its attributes and, made of them, its key. */
  item<T extends object & Params<Pk> & Params<Sk>>(value: T): Record<string, unknown> & T & Key;
}

type Item = Readonly<Record<string, unknown>>;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The key of an item that was read. */
export const keyOfItem = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

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

/** What was filled into a key template; undefined where the key is of another one. */
export function read(template: string, key: string): Readonly<Record<string, string>> | undefined {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^#]+)");
  const found = new RegExp(`^${pattern}$`).exec(key);
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
  const key = (params: unknown) => ({ pk: filled(definition.pk, params), sk: filled(definition.sk, params) });
  return {
    ...definition,
    schema: definition.schema as Schema,
    key,
    paramsOf({ pk, sk }) {
      const [ofPartition, ofItem] = [read(definition.pk, pk), read(definition.sk, sk)];
      return ofPartition && ofItem && { ...ofPartition, ...ofItem };
    },
    partition: (params) => filled(definition.pk, params),
    prefix: definition.sk.replace(/\{.*/, ""),
    parse(item) {
      if (!definition.schema) throw new TypeError(`the entity ${definition.name} states no schema`);
      return definition.schema.parse(item) as Parsed<Schema>;
    },
    item: (value) => ({ ...value, ...key(value) }),
  };
}
