import { createHash } from "node:crypto";
import type { Key } from "../platform/entity.ts";
import { fill } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";
import { CARDS_PREFIX, card as cardEntity, cardHolder, UNTOLD_SHARDS, untoldDue } from "./entity.ts";
import { type Card, cardItem, type Holder, holderItem, type StoredCard } from "./schema.ts";

/**
 * A user's cards and what is true of all of them together. Whatever changes a card also raises the holder's version, so of two changes
 * at once the second is made anew of what the first one left.
 */

export interface Holding {
  /** Undefined before the first card. */
  readonly holder: Holder | undefined;
  /** Newest first. */
  readonly cards: readonly StoredCard[];
}

const HOLDER_SK = `${CARDS_PREFIX}HOLDER`;

export const holderKey = (userId: string): Key => cardHolder.key({ userId });
export const cardKey = (one: Pick<StoredCard, "userId" | "cardId">): Key => cardEntity.key(one);

/** All cards of a user, canceled ones too. */
export async function read(userId: string): Promise<Holding> {
  const pk = cardHolder.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: CARDS_PREFIX });
  return {
    holder: holderOf(items.find(({ sk }) => sk === HOLDER_SK)),
    cards: items
      .filter(({ sk }) => sk !== HOLDER_SK)
      .map((item) => cardItem.parse(item))
      .sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}

export const holderOf = (item: Table.Item | undefined): Holder | undefined => item && holderItem.parse(item);

/** A stored card as its owner sees it. */
export const shown = (one: StoredCard, holder: Holder | undefined): Card => ({
  ...one,
  isDefault: holder?.defaultCardId === one.cardId,
});

/** The write that puts a holder over the one that was read: refused when that has changed since. */
export function changed(seen: Holder | undefined, next: Omit<Holder, "version">): Table.Write {
  const { untoldSince, userId } = next;
  const due = untoldSince !== undefined && {
    duePk: fill(untoldDue.pk, { shard: shardOf(userId) }),
    dueSk: fill(untoldDue.sk, { since: untoldSince }),
  };
  return {
    put: { ...holderKey(userId), ...next, version: (seen?.version ?? 0n) + 1n, ...due },
    ...(seen
      ? { condition: "version = :seen", values: { ":seen": seen.version } }
      : { condition: "attribute_not_exists(pk)" }),
  };
}

const shardOf = (userId: string): string =>
  String(createHash("sha256").update(userId).digest().readUInt32BE(0) % UNTOLD_SHARDS);
