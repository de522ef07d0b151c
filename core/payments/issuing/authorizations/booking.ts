import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { systemRef, walletRef } from "../../../ledger/accounts.ts";
import * as Debts from "../../../ledger/debts.ts";
import type { After, Draft } from "../../../ledger/draft.ts";
import type { AccountRef, HoldChange, Posting, Reference } from "../../../ledger/schema.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { purchaseRefunded, purchaseTaken } from "../events.ts";
import { cardTransaction } from "./entity.ts";
import type { TransactionFacts } from "./facts.ts";
import type { CardTransaction, Held } from "./schema.ts";
import { drawn } from "./steps.ts";

/**
 * The entry of a card's transaction. The provider has moved the money already: what is not held is taken from what
 * is free, and what is not free is owed.
 */

export interface Of {
  readonly userId: string;
  readonly cardId: string;
  readonly last4: string;
  readonly walletId: string;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const posting = (ref: AccountRef, amount: bigint, bucket: Posting["bucket"] = "available"): Posting => ({
  ...ref,
  bucket,
  amount,
});

/** What an amount that leaves a card's account is made of. */
export function debited(
  ref: AccountRef,
  amountMinor: bigint,
  { available, holds }: { readonly available: bigint; readonly holds: readonly Held[] },
) {
  const { holds: after, taken } = drawn(holds, amountMinor);
  const ofHolds = taken.reduce((sum, one) => sum + one.amountMinor, 0n);
  const free = available > 0n ? available : 0n;
  const paid = least(amountMinor - ofHolds, free);
  const owedMinor = amountMinor - ofHolds - paid;
  const postings = [
    posting(ref, -ofHolds, "held"),
    posting(ref, -paid),
    posting(systemRef("live", "receivable", ref.asset), -owedMinor),
    posting(systemRef("live", "clearing:issuing", ref.asset), amountMinor),
  ].filter(({ amount }) => amount !== 0n);
  const changes: HoldChange[] = taken.map((one) => ({
    ...ref,
    holdId: one.holdId,
    change: -one.amountMinor,
  }));
  return { postings, changes, holds: after, owedMinor, debtWrites: Debts.owing(ref, owedMinor, "purchase") };
}

export const credited = (ref: AccountRef, amountMinor: bigint): Posting[] => [
  posting(systemRef("live", "clearing:issuing", ref.asset), -amountMinor),
  posting(ref, amountMinor),
];

interface Booked {
  readonly draft: Draft<CardTransaction>;
  readonly holds: readonly Held[];
}

/** The entry of a transaction, over what is held for it and what is free. */
export function booking(
  of: Of,
  facts: TransactionFacts,
  standing: { readonly available: bigint; readonly holds: readonly Held[] },
  refused: () => Error,
): Booked {
  const ref = walletRef(of.walletId);
  const isDebit = facts.amountMinor < 0n;
  const debit = isDebit ? debited(ref, -facts.amountMinor, standing) : undefined;
  const item = (after: After): CardTransaction => ({
    transactionId: facts.transactionId,
    ...(facts.authorizationId !== undefined && { authorizationId: facts.authorizationId }),
    ...{ userId: of.userId, cardId: of.cardId, walletId: of.walletId },
    merchant: facts.merchant,
    amountMinor: facts.amountMinor,
    merchantMinor: facts.merchantMinor,
    merchantCurrency: facts.merchantCurrency,
    entryId: after.entryId,
    owedMinor: debit?.owedMinor ?? 0n,
    createdAt: Clock.nowIso(),
  });
  return {
    holds: debit?.holds ?? standing.holds,
    draft: {
      type: isDebit ? "CARD_PAYMENT" : "CARD_REFUND",
      postings: debit?.postings ?? credited(ref, facts.amountMinor),
      holds: debit?.changes ?? [],
      actorId: "psp",
      reason: facts.merchant.name,
      reference: referenceOf(facts),
      suspends: { kind: "issuing_transaction", id: facts.transactionId },
      counterparties: new Map([[ref.account, facts.merchant.name]]),
      events: ({ settled }) =>
        isDebit
          ? [Outbox.write(purchaseTaken, saidOf(of, facts))]
          : [
              Outbox.write(purchaseRefunded, {
                ...saidOf(of, facts),
                settled: Money.format(settled(ref.account), 2),
              }),
            ],
      extraWrites: (after): readonly Table.Write[] => [
        { put: cardTransaction.item(item(after)), where: Where.absent, refused },
        ...(debit?.debtWrites ?? []),
      ],
      result: item,
    },
  };
}

/** What is taken is of the purchase, where it is one's; what comes back is told by itself. */
const referenceOf = ({ amountMinor, authorizationId, transactionId }: TransactionFacts): Reference =>
  amountMinor < 0n && authorizationId !== undefined
    ? { kind: "issuing_authorization", id: authorizationId }
    : { kind: "issuing_transaction", id: transactionId };

const saidOf = ({ userId, cardId, last4 }: Of, { merchant, amountMinor, currency }: TransactionFacts) => ({
  ...{ userId, cardId, last4 },
  merchant: merchant.name,
  amount: Money.format(amountMinor < 0n ? -amountMinor : amountMinor, 2),
  asset: currency,
});
