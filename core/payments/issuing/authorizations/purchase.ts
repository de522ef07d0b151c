import { walletRef } from "../../../ledger/accounts.ts";
import type { After } from "../../../ledger/draft.ts";
import type * as Table from "../../../platform/table/index.ts";
import { listingOut } from "../../made/listing.ts";
import type { Authorization } from "./schema.ts";

/**
 * A purchase in the history and in its owner's list of payments: told once, by the first entry that holds or takes
 * money for it.
 */

/** The purchase after an entry that holds or takes so much for it. */
export const begun = (one: Authorization, { entryId, createdAt, hasLine }: After): Authorization =>
  one.entry?.hasLine
    ? one
    : { ...one, entry: { entryId, createdAt, hasLine: hasLine(walletRef(one.walletId).account) } };

/** The writes that list it, of the first entry. @param before the purchase before it */
export const listed = (
  before: Pick<Authorization, "entry"> | undefined,
  { authorizationId, walletId, merchant }: Pick<Authorization, "authorizationId" | "walletId" | "merchant">,
  amount: bigint,
  after: After,
): readonly Table.Write[] =>
  before?.entry
    ? []
    : [
        listingOut(
          {
            ...{ method: "card", amount, fee: 0n, description: "", from: walletRef(walletId) },
            counterparty: merchant.name,
            reference: { kind: "issuing_authorization", id: authorizationId },
          },
          after,
        ),
      ];

/** How a purchase stands: one payment, whatever was held, taken at once or in parts, and let go for it. */
export interface Standing {
  readonly status: "pending" | "completed" | "canceled";
  /** What was taken, and what is still held; of one that came to nothing what was held at first. */
  readonly amount: bigint;
}

/** @param firstAmount what the first entry held or took */
export function standingOf(
  { holds, capturedMinor, aloneMinor = 0n }: Pick<Authorization, "holds" | "capturedMinor" | "aloneMinor">,
  firstAmount: bigint,
): Standing {
  const taken = capturedMinor - aloneMinor;
  const left = holds.reduce((sum, { leftMinor }) => sum + leftMinor, 0n);
  if (left > 0n) return { status: "pending", amount: taken + left };
  return taken > 0n ? { status: "completed", amount: taken } : { status: "canceled", amount: firstAmount };
}
