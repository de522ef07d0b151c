import { Placeholders, type Where } from "./where.ts";

/** What an update does to an item's attributes. */
export interface Changes {
  /** Sets attributes; one whose value is undefined is removed. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Sets attributes that are not there yet. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Adds to numbers, and elements to sets; what is not there counts as zero or empty. */
  readonly add?: Readonly<Record<string, number | bigint | ReadonlySet<string>>>;
  /** Appends to lists; what is not there counts as empty. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  /** Takes elements out of sets. */
  readonly discard?: Readonly<Record<string, ReadonlySet<string>>>;
}

/** An expression of DynamoDB's and its placeholders. */
export interface Expression {
  readonly update?: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

const entries = <T>(record: Readonly<Record<string, T>> | undefined): [string, T][] =>
  Object.entries(record ?? {});
const clause = (verb: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`${verb} ${parts.join(", ")}`];

/** The one place that writes expressions: an update, a condition, or both with the same placeholders. */
export function expression(changes: Changes | undefined, where: Where | undefined): Expression {
  const p = new Placeholders();
  const update = changes && updateOf(changes, p);
  const condition = where?.(p);
  return {
    ...(update !== undefined && { update }),
    ...(condition !== undefined && { condition }),
    ...(Object.keys(p.names).length > 0 && { names: p.names }),
    ...(Object.keys(p.values).length > 0 && { values: p.values }),
  };
}

function updateOf({ set, initial, add, append, discard }: Changes, p: Placeholders): string {
  const [kept, removed] = [true, false].map((isKept) =>
    entries(set).filter(([, value]) => (value !== undefined) === isKept),
  );
  return [
    ...clause("SET", [
      ...(kept ?? []).map(([path, value]) => `${p.name(path)} = ${p.value(value)}`),
      ...entries(initial).map(([path, value]) => {
        const name = p.name(path);
        return `${name} = if_not_exists(${name}, ${p.value(value)})`;
      }),
      ...entries(append).map(([path, values]) => {
        const name = p.name(path);
        return `${name} = list_append(if_not_exists(${name}, ${p.value([])}), ${p.value(values)})`;
      }),
    ]),
    ...clause(
      "REMOVE",
      (removed ?? []).map(([path]) => p.name(path)),
    ),
    ...clause(
      "ADD",
      entries(add).map(([path, value]) => `${p.name(path)} ${p.value(value)}`),
    ),
    ...clause(
      "DELETE",
      entries(discard).map(([path, value]) => `${p.name(path)} ${p.value(value)}`),
    ),
  ].join(" ");
}
