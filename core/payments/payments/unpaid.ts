import { createHash } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fill } from "../../platform/table/entity.ts";
import { UNPAID_SHARDS, unpaidDue } from "../records/entity.ts";
import type { Due } from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";

/** How long a payment may be paid. At the provider an intent waits for ever; `abandoned.ts` ends it. */

const PAYABLE_MS = 7 * 86_400_000;

/** Where a payment that begins now stands in the index of what is due. */
export function dueOf({ transactionId }: Pick<Transaction, "transactionId">): Due {
  const shard = createHash("sha256").update(transactionId).digest().readUInt32BE(0) % UNPAID_SHARDS;
  return {
    duePk: fill(unpaidDue.pk, { shard: String(shard) }),
    dueSk: fill(unpaidDue.sk, { endsAt: new Date(Clock.nowMs() + PAYABLE_MS).toISOString() }),
  };
}
