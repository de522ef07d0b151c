import type { RouteSpec } from "../../contract/route.ts";
import type { ErrorDetails, FieldProblem, SvcError } from "../../core/kernel/errors.ts";
import { Text } from "../../core/kernel/texts/index.ts";

/**
 * An error's names as the public API writes them (PUBLIC.md, Manners): in snake_case, and where a route calls a field
 * otherwise than core, as the route does. What is data, such as the symbol of an asset, stays.
 */

type Names = NonNullable<RouteSpec["names"]>;

/** What core calls something begins with a small letter; whatever else is a key, is data. */
const OURS = /^[a-z][A-Za-z0-9]*$/;

const snake = (name: string): string =>
  OURS.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;

const publicName = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) && names[name]) || snake(name);

/** A dotted path, each of its names by itself. */
const publicPath = (path: string, names: Names): string =>
  path
    .split(".")
    .map((name) => publicName(name, names))
    .join(".");

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same with its keys renamed. A name that the object has already keeps its meaning: another is not given it. */
function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!isPlain(value)) return value;
  const nameOf = (key: string) => {
    const name = publicName(key, names);
    return name !== key && Object.hasOwn(value, name) ? snake(key) : name;
  };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOf(key), renamed(one, names)]));
}

/** Words that name fields, with the names that those have in the route. */
function inWords({ en, fr }: Text, paths: ReadonlyMap<string, string>): Text {
  const told = (words: string) =>
    [...paths].reduce(
      (all, [from, to]) =>
        from === to ? all : all.replaceAll(new RegExp(`(?<![\\w.])${from}(?![\\w.]\\w)`, "g"), to),
      words,
    );
  return new Text(told(en), told(fr));
}

/**
 * The error as the public API tells it. The request's id stands beside the details, so it is not among them.
 * @param isRead whether the request was read: what its reading refuses, it names as the request did
 */
export function inPublicNames(error: SvcError, names: Names = {}, isRead: boolean): SvcError {
  const { requestId: _, fields, ...given } = error.given;
  const details = renamed(given, names) as ErrorDetails;
  if (!fields) return error.saying({ details });
  if (!isRead) return error.saying({ details: { ...details, fields } });
  const paths = new Map(fields.map(({ field }) => [field, publicPath(field, names)]));
  const named = fields.map(
    ({ field, message }): FieldProblem => ({
      field: paths.get(field) ?? field,
      message: inWords(message, paths),
    }),
  );
  return error.saying({ message: inWords(error.text, paths), details: { ...details, fields: named } });
}
