import * as z from "zod";
import { parseWalletId } from "../ledger/accounts.ts";
import {
  historyLine,
  hold,
  journalEntry,
  reversalMark,
  systemShard,
  walletAccount,
} from "../ledger/entity.ts";
import { lineKey } from "../ledger/entry.ts";
import { accountState, entryItem, historyItem, holdItem, reversalItem, shardItem } from "../ledger/schema.ts";
import { type Entity, keyOfItem } from "../platform/table/entity.ts";
import type { Item, StoredKey } from "../platform/table/index.ts";
import type { Account } from "./account.ts";

/** The kinds of items that the audit reads, each with its own schema, and the dispatch of items to checkers. */

// biome-ignore lint/suspicious/noExplicitAny: the parameters of a key are an entity's own
type AnyEntity = Entity<any, any, any>;

export interface Kind<T = unknown> {
  readonly entity: AnyEntity;
  /** Returns whether the audit reads an item of the entity. */
  readonly isRead: (item: Item) => boolean;
  /** Returns the content of an item. @throws Damaged */
  readonly read: (item: Item) => T;
}

/** Thrown if an item is unreadable or does not match its key. */
class Damaged extends Error {
  override readonly name = "Damaged";
}

interface KindOptions<T> {
  /** Returns the correct key of an item with this content. Defaults to the entity's key. */
  readonly keyOf?: (content: T) => StoredKey;
  /** The parameters that only the key has. They become part of the content. Defaults to none. */
  readonly fromKey?: readonly string[];
  /** Defaults to every item of the entity. */
  readonly isRead?: (item: Item) => boolean;
}

/** Defines a kind. @param schema of an item; a strict one also detects added attributes */
export const kindOf = <S extends z.ZodType>(
  entity: AnyEntity,
  schema: S,
  {
    keyOf = (content) => entity.key(content),
    fromKey = [],
    isRead = () => true,
  }: KindOptions<z.output<S>> = {},
): Kind<z.output<S>> => ({
  entity,
  isRead,
  read(item) {
    const { data, error } = attempt(item, () =>
      schema.safeParse(withParams(entity, fromKey, entity.decode(item))),
    );
    if (error) {
      const issues = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      throw new Damaged(`${nameOf(item)} is damaged: ${issues.join("; ")}`);
    }
    const { pk, sk } = attempt(item, () => keyOf(data));
    if (item["pk"] === pk && item["sk"] === sk) return data;
    throw new Damaged(`${nameOf(item)} holds what belongs to ${pk} ${sk}`);
  },
});

/** Returns an item together with parameters of its key. @throws TypeError if the key is not of the entity */
function withParams(entity: AnyEntity, names: readonly string[], item: Item): Item {
  if (names.length === 0) return item;
  const params = entity.paramsOf(keyOfItem(item));
  if (!params) throw new TypeError(`its key is not of ${entity.name}`);
  return { ...Object.fromEntries(names.map((name) => [name, params[name]])), ...item };
}

/** Runs work on an item. @throws Damaged if it fails, so that the audit continues */
function attempt<T>(item: Item, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Damaged(`${nameOf(item)} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const nameOf = (item: Item): string => `the item ${item["pk"]} ${item["sk"]}`;

/** A key that no item has. `keyOf` returns it if an item's content contradicts itself, so that the audit reports the item as damaged. */
export const NOWHERE: StoredKey = { pk: "", sk: "" };

/** Adds strictness to a schema of an item: an attribute that was added by hand is detected. */
export const strict = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.strictObject({ ...shape, pk: z.string(), sk: z.string() });

/** A kind, and the callback for its items. */
export interface Reading {
  readonly kind: Kind;
  readonly add: (content: never, item: Item) => void;
}

export const reading = <T>(kind: Kind<T>, add: (content: T, item: Item) => void): Reading => ({ kind, add });

/** The accounts of the ledger, for comparison with a checker's records. */
export type Accounts = readonly Pick<Account, "ref" | "stored">[];

/** Collects the content of items in one pass, and compares it at the end. */
export interface Checker {
  /** The kinds of items that it reads. */
  readonly reads: readonly Reading[];
  /** Returns the differences as sentences with both figures. */
  compare(accounts: Accounts): string[];
}

const partitionOf = (pk: string): string => pk.split("#")[0] ?? "";

/** Partitions that also have items of entities that are not audited. In all others every item must be read. */
export const SHARED: ReadonlySet<string> = new Set(["USER", "FLAGGED"]);

/**
 * Returns a function that passes each item to the callbacks of its kind.
 * @param onDamaged called with the problem of an unreadable item
 */
export function dispatcher(
  readings: readonly Reading[],
  onDamaged: (problem: string) => void = () => {},
): (item: Item) => void {
  const byKind = Map.groupBy(readings, ({ kind }) => kind);
  const byPartition = Map.groupBy(byKind.keys(), ({ entity }) => partitionOf(entity.pk));
  return (item) => {
    const { pk, sk } = keyOfItem(item);
    const partition = partitionOf(pk);
    const kinds = byPartition.get(partition) ?? [];
    const kind = kinds.find(({ entity, isRead }) => sk.startsWith(entity.prefix) && isRead(item));
    if (!kind) {
      if (kinds.length > 0 && !SHARED.has(partition)) onDamaged(`${nameOf(item)} is of no known kind`);
      return;
    }
    try {
      const content = kind.read(item) as never;
      for (const { add } of byKind.get(kind) ?? []) add(content, item);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      onDamaged(error.message);
    }
  };
}

// The ledger's kinds, which several checkers read.

export const entryKind = kindOf(journalEntry, entryItem);
export const reversalKind = kindOf(reversalMark, reversalItem);
export const lineKind = kindOf(historyLine, historyItem, { keyOf: lineKey });
export const holdKind = kindOf(hold, holdItem);

const shownAccount = accountState.extend({ walletId: z.string(), iban: z.string().optional() });
export const walletKind = kindOf(walletAccount, shownAccount, {
  keyOf({ walletId }) {
    const named = parseWalletId(walletId);
    return named ? walletAccount.key(named) : NOWHERE;
  },
});

export const shardKind = kindOf(systemShard, shardItem.extend({ shard: z.string() }), { fromKey: ["shard"] });
