import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { fill } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { openPosition, UNLOCK_SHARDS, unlockDue } from "./entity.ts";
import { stakeUnlocked } from "./events.ts";
import { type Position, positionItem } from "./schema.ts";
import { token } from "./token.ts";

/**
 * Unlocking by schedule. Whether a stake can be taken back is a question of the time alone; this tells its owner, once, when
 * it can.
 */

/** How many positions are taken from a shard at once, and how many of those are written at once. */
const BATCH = 100;
const AT_ONCE = 20;

/**
 * Marks every position whose unlock date has come, and emits `stake-unlocked` for it in the same transaction. What another
 * writer has in its hands stays for the next run.
 * @returns how many were marked
 */
export async function unlock(): Promise<number> {
  const nowIso = Clock.nowIso();
  const shards = Array.from({ length: UNLOCK_SHARDS }, (_, shard) => unlockShard(String(shard), nowIso));
  return (await Promise.all(shards)).reduce((sum, count) => sum + count, 0);
}

async function unlockShard(shard: string, upTo: string): Promise<number> {
  const pk = fill(unlockDue.pk, { shard });
  let marked = 0;
  let after: Table.Item | undefined;
  // Page by page and never back: the index may for a moment still show what was just marked.
  do {
    const page: Table.Page = await Table.query({ index: "due", pk, upTo, limit: BATCH, after });
    for (let at = 0; at < page.items.length; at += AT_ONCE) {
      const done = await Promise.all(page.items.slice(at, at + AT_ONCE).map((item) => mark(item, upTo)));
      marked += done.filter(Boolean).length;
    }
    after = page.next;
  } while (after);
  return marked;
}

/** @returns whether it was marked now: not by another run before, nor changed since the index showed it */
async function mark(item: Table.Item, nowIso: string): Promise<boolean> {
  const position = positionItem.parse(item);
  try {
    await Table.transact([
      {
        update: {
          key: openPosition.key(position),
          update: "SET unlockedAt = :now ADD version :one REMOVE duePk, dueSk",
          condition: "attribute_exists(duePk) AND amount = :amount",
          values: { ":now": nowIso, ":one": 1n, ":amount": position.amount },
        },
      },
      told(position),
    ]);
    return true;
  } catch (error) {
    if (error instanceof Table.TransactionRefused) return false;
    throw error;
  }
}

const told = ({ userId, positionId, poolId, amount, unlockDate = "" }: Position): Table.Write =>
  Outbox.write(stakeUnlocked, {
    userId,
    positionId,
    poolId,
    unlockDate,
    amount: Money.format(amount, token.decimals),
    asset: token.symbol,
  });
