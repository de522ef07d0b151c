/**
 * Entities of the single table. An entity names its keys as templates ("USER#{userId}"), once: the composed keys, the
 * parameters they need, and the page of access patterns (`docs/TABLE.md`) all derive from them.
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

export interface EntityDefinition<Pk extends string, Sk extends string> {
  readonly name: string;
  /** What one item of it is, in a sentence, for the page of access patterns. */
  readonly about: string;
  readonly pk: Pk;
  readonly sk: Sk;
  /** Keys it has in indexes, as templates. */
  readonly indexes?: Partial<Record<IndexName, { readonly pk: string; readonly sk: string }>>;
  /** When DynamoDB may delete it (attribute `ttl`, UNIX seconds); left out: never. */
  readonly expires?: string;
  /** Which question is answered by which call: `{ "the wallets of a user": "Query pk, sk begins with WALLET#" }`. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface Entity<Pk extends string, Sk extends string> extends EntityDefinition<Pk, Sk> {
  /** The item's primary key. */
  key(params: Params<Pk> & Params<Sk>): Key;
  /** The partition key alone, for queries. */
  partition(params: Params<Pk>): string;
}

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

// A value may hold anything, an e-mail address a "#"; in a key "#" separates, so it is escaped.
const escapePart = (value: string): string => value.replace(/[%#]/g, (c) => (c === "#" ? "%23" : "%25"));

/** Fills a key template. @throws when a parameter is missing or empty: a key without an owner must not exist. */
export function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`key ${template} needs ${name}`);
    return escapePart(value);
  });
}

/** Defines an entity: the only place that names its keys. */
/* @__NO_SIDE_EFFECTS__ */
export function entity<const Pk extends string, const Sk extends string>(
  definition: EntityDefinition<Pk, Sk>,
): Entity<Pk, Sk> {
  const filled = (template: string, params: unknown) => fill(template, params as Record<string, string>);
  return {
    ...definition,
    key: (params) => ({ pk: filled(definition.pk, params), sk: filled(definition.sk, params) }),
    partition: (params) => filled(definition.pk, params),
  };
}
