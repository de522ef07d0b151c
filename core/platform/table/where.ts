/**
 * Conditions on an item. Attributes and values go through placeholders, since DynamoDB reserves 573 words.
 * An attribute is named by its path: `lease.workerId`, `hits[0]`.
 */

/** The placeholders of one request. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  /** The placeholder of an attribute's path. */
  name(path: string): string {
    return path.replace(/[A-Za-z_]\w*/g, (attribute) => {
      this.names[`#${attribute}`] = attribute;
      return `#${attribute}`;
    });
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}

/** A condition that is written once the placeholders of its request are known. */
export type Where = (placeholders: Placeholders) => string;

export const exists: Where = (p) => `attribute_exists(${p.name("pk")})`;
/** The item does not exist. */
export const absent: Where = (p) => `attribute_not_exists(${p.name("pk")})`;

/** Each attribute has its value, or is missing if the value is undefined. */
export const is = (attributes: Readonly<Record<string, unknown>>): Where =>
  all(
    ...Object.entries(attributes).map(
      ([path, value]): Where => (value === undefined ? lacks(path) : compare(path, "=", value)),
    ),
  );

/** The attribute has another value or is missing. */
export const isNot = (path: string, value: unknown): Where => compare(path, "<>", value);
export const below = (path: string, value: unknown): Where => compare(path, "<", value);
export const atMost = (path: string, value: unknown): Where => compare(path, "<=", value);
export const above = (path: string, value: unknown): Where => compare(path, ">", value);
export const atLeast = (path: string, value: unknown): Where => compare(path, ">=", value);

/** Both ends included. */
export const between =
  (path: string, least: unknown, most: unknown): Where =>
  (p) =>
    `${p.name(path)} BETWEEN ${p.value(least)} AND ${p.value(most)}`;

export const oneOf =
  (path: string, values: readonly unknown[]): Where =>
  (p) =>
    `${p.name(path)} IN (${values.map((value) => p.value(value)).join(", ")})`;

/** A set contains the element, or a text contains the part. */
export const contains =
  (path: string, value: unknown): Where =>
  (p) =>
    `contains(${p.name(path)}, ${p.value(value)})`;

/** Compares the number of elements of a list or set, or the length of a text. */
export const size =
  (path: string, operator: "=" | "<" | "<=" | ">" | ">=", count: number): Where =>
  (p) =>
    `size(${p.name(path)}) ${operator} ${p.value(count)}`;

export const has =
  (path: string): Where =>
  (p) =>
    `attribute_exists(${p.name(path)})`;
export const lacks =
  (path: string): Where =>
  (p) =>
    `attribute_not_exists(${p.name(path)})`;

export const all = (...conditions: readonly Where[]): Where => joined(conditions, " AND ");
export const any = (...conditions: readonly Where[]): Where => joined(conditions, " OR ");
export const not =
  (condition: Where): Where =>
  (p) =>
    `NOT (${condition(p)})`;

const compare =
  (path: string, operator: string, value: unknown): Where =>
  (p) =>
    `${p.name(path)} ${operator} ${p.value(value)}`;

const joined =
  (conditions: readonly Where[], operator: string): Where =>
  (p) => {
    if (conditions.length === 0) throw new TypeError("a condition must say something");
    const [only, ...more] = conditions.map((condition) => condition(p));
    return more.length === 0 ? String(only) : `(${[only, ...more].join(operator)})`;
  };
