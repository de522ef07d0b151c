import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Limits from "../../policy/limits.ts";
import { transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction, TransactionName } from "../records/schema.ts";

/**
 * What a top-up counts for against the limits of what its payer may bring in. It is counted when it is asked for, before
 * anybody knows whether it will be paid; what of it fails, is called off or goes back counts no more, in the
 * period that it was counted in, and counts again should it be paid after all.
 */

interface Count {
  /** Cents of a euro. */
  readonly cents: bigint;
  /** ISO 8601. */
  readonly at: string;
}

/** As the provider keeps it with the payment, so that an event alone tells of it. */
export const written = ({ cents, at }: Count): string => `${cents} ${at}`;

const WRITTEN = /^(\d{1,30}) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

export function read(text: string | undefined): Count | undefined {
  const [, cents, at] = WRITTEN.exec(text ?? "") ?? [];
  return cents !== undefined && at !== undefined ? { cents: BigInt(cents), at } : undefined;
}

/** What of a top-up counts as it is now: rounded up, so that what has come in is never counted as less. */
function centsOf(one: Transaction, fullCents: bigint): bigint {
  const { status, entryId, amountMinor, refundedMinor, disputedMinor = 0n } = one;
  if (entryId === undefined && (status === "FAILED" || status === "CANCELED")) return 0n;
  const asked = one.authorizedMinor ?? amountMinor;
  const left = amountMinor - refundedMinor - disputedMinor;
  return left <= 0n ? 0n : (fullCents * left + asked - 1n) / asked;
}

/**
 * Brings what of a payment is counted to what the payment has become, once however often it is called: to be
 * called after every change of it, also where the change was made before.
 */
export async function follow(one: TransactionName & Pick<Transaction, "counted">): Promise<void> {
  if (!one.counted) return;
  const of = { userId: one.userId, direction: "in" } as const;
  await Table.change(
    () => Table.getMany([Transactions.keyOf(one), Limits.movedKey(of)]),
    ([item, moved]) => {
      const now = transaction.parse(item ?? {});
      const { counted, status, entryId, amountMinor, refundedMinor, disputedMinor } = now;
      const cents = counted && centsOf(now, counted.fullCents);
      if (!counted || cents === undefined || cents === counted.cents)
        return { writes: [], result: undefined };
      const update: Table.Write = {
        update: Transactions.keyOf(now),
        set: { "counted.cents": cents },
        where: Where.is({
          ...{ status, entryId, amountMinor, refundedMinor, disputedMinor },
          "counted.cents": counted.cents,
        }),
      };
      const recount = { cents: cents - counted.cents, atMs: Date.parse(counted.at) };
      return { writes: [update, ...Limits.recountWrites(of, [recount], moved)], result: undefined };
    },
  );
}
