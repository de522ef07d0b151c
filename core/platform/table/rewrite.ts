import { isDeepStrictEqual } from "node:util";
import type { Changes } from "./changes.ts";
import type { Item } from "./dynamodb.ts";
import * as Where from "./where.ts";

/**
 * Rewriting an item by a pure function, while others write it. DynamoDB knows no condition that an item is as it was
 * read, so it is made of what counted: every attribute that it had is as it was, and what the function looked for
 * and did not find, or sets anew, is still not there. What was added meanwhile and is none of that stays as it is.
 */

export type Rewritten = Required<Pick<Changes, "set">> & { readonly where: Where.Where };

/** What takes an item's place; undefined where it stays as it is. */
export type Rewrite = (item: Item) => Item | undefined | Promise<Item | undefined>;

/** The update that makes of an item, as it was read, what the function makes of it; undefined where it is that. */
export async function rewriting(item: Item, rewrite: Rewrite): Promise<Rewritten | undefined> {
  const lookedFor = new Set<string>();
  const after = await rewrite(watched(item, lookedFor));
  if (after === undefined) return undefined;
  const names = [...new Set([...Object.keys(item), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(item[name], after[name]));
  if (changed.length === 0) return undefined;
  const missing = [...new Set([...lookedFor, ...changed])].filter((name) => item[name] === undefined);
  return {
    set: Object.fromEntries(changed.map((name) => [name, after[name]])),
    where: Where.all(Where.is(item), ...missing.map(Where.lacks)),
  };
}

/** The item, which notes what is looked for in it. */
const watched = (item: Item, lookedFor: Set<string>): Item => {
  const note = (name: string | symbol) => {
    if (typeof name === "string" && /^[A-Za-z_]\w*$/.test(name)) lookedFor.add(name);
  };
  return new Proxy(item, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
  });
};
