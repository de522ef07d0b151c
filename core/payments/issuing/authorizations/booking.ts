import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { systemRef, walletRef } from "../../../ledger/accounts.ts";
import { type After, type Draft, mergePostings, posting } from "../../../ledger/draft.ts";
import type { AccountRef, Reference } from "../../../ledger/schema.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Debts from "../../../policy/debts.ts";
import { purchaseRefunded, purchaseTaken } from "../events.ts";
import { cardTransaction } from "./entity.ts";
import type { TransactionFacts } from "./facts.ts";
import { purchaseFields, referenceOf } from "./record.ts";
import type { CardTransaction, Held } from "./schema.ts";
import { type Parts, takeFromHolds } from "./steps.ts";

/** Entries of issued cards. Every hold, release, capture, refund and dispute is a draft of `cardDraft`. */

/** The postings of a card on its owner's account. */
type CardMovement = Pick<Draft<unknown>, "type" | "postings" | "holds">;

/** The purchase or dispute that a movement belongs to. */
interface CardPurchase {
  readonly ref: AccountRef;
  /** The entry's reason and counterparty. */
  readonly merchant: { readonly name: string };
  readonly reference: Reference;
  /** Defaults to the provider, which moves the money itself. */
  readonly actorId?: string;
}

export const cardDraft = <T>(
  { ref, merchant, reference, actorId = "psp" }: CardPurchase,
  movement: CardMovement,
  rest: Pick<Draft<T>, "events" | "extraWrites" | "result">,
): Draft<T> => ({
  ...movement,
  actorId,
  reason: merchant.name,
  reference,
  counterparties: new Map([[ref.account, merchant.name]]),
  ...rest,
});

/** Reserves an available amount under a new hold. */
export const reserve = (ref: AccountRef, holdId: string, amountMinor: bigint): CardMovement => ({
  type: "HOLD",
  postings: [posting(ref, -amountMinor), posting(ref, amountMinor, "held")],
  holds: [{ ...ref, holdId, change: amountMinor }],
});

const sumOf = (parts: Parts): bigint => Money.sum(parts.map(({ amountMinor }) => amountMinor));
const changesOf = (ref: AccountRef, parts: Parts) =>
  parts.map(({ holdId, amountMinor }) => ({ ...ref, holdId, change: -amountMinor }));

/** Makes parts of holds available again. */
export const releaseParts = (ref: AccountRef, parts: Parts): CardMovement => ({
  type: "RELEASE",
  postings: [posting(ref, -sumOf(parts), "held"), posting(ref, sumOf(parts))],
  holds: changesOf(ref, parts),
});

/** The money of an account that a debit takes. */
interface Funds {
  readonly available: bigint;
  readonly holds: readonly Held[];
}

/**
 * Takes an amount that the provider has already taken: from the holds first, then from the available balance. The
 * rest is a debt.
 */
export function debit(ref: AccountRef, amountMinor: bigint, { available, holds }: Funds) {
  const { holds: after, taken } = takeFromHolds(holds, amountMinor);
  const fromHolds = sumOf(taken);
  const paid = Money.min(amountMinor - fromHolds, available > 0n ? available : 0n);
  const owedMinor = amountMinor - fromHolds - paid;
  const postings = mergePostings([
    posting(ref, -fromHolds, "held"),
    posting(ref, -paid),
    posting(systemRef("live", "receivable", ref.asset), -owedMinor),
    posting(systemRef("live", "clearing:issuing", ref.asset), amountMinor),
  ]);
  const movement: CardMovement = { type: "CARD_PAYMENT", postings, holds: changesOf(ref, taken) };
  return { movement, holds: after, owedMinor, debtWrites: Debts.debtWrites(ref, owedMinor, "purchase") };
}

/** Credits an amount that the provider has already returned. */
export const credit = (ref: AccountRef, amountMinor: bigint): CardMovement => ({
  type: "CARD_REFUND",
  postings: [
    posting(systemRef("live", "clearing:issuing", ref.asset), -amountMinor),
    posting(ref, amountMinor),
  ],
});

/** Returns the reference that flags a refund to a closed account. */
export const suspenseReference = ({ transactionId }: Pick<TransactionFacts, "transactionId">): Reference => ({
  kind: "issuing_transaction",
  id: transactionId,
});

/**
 * Returns the entry of a card's transaction, and the holds after it. A debit refers to its purchase, a refund to its own
 * transaction.
 * @param rejected returns the error for a transaction that was booked before
 */
export function draftBooking(
  card: Pick<CardTransaction, "userId" | "cardId" | "walletId"> & { readonly last4: string },
  facts: TransactionFacts,
  funds: Funds,
  rejected: () => Error,
) {
  const { transactionId, authorizationId, merchant, amountMinor, merchantMinor, merchantCurrency } = facts;
  const { userId, cardId, walletId } = card;
  const ref = walletRef(walletId);
  const isDebit = amountMinor < 0n;
  const debited = isDebit ? debit(ref, -amountMinor, funds) : undefined;
  const reference =
    isDebit && authorizationId !== undefined ? referenceOf({ authorizationId }) : suspenseReference(facts);
  const fields = purchaseFields(card, merchant, isDebit ? -amountMinor : amountMinor, facts.currency);
  const item = ({ entryId }: After): CardTransaction => ({
    ...{ transactionId, userId, cardId, walletId, merchant, amountMinor, merchantMinor, merchantCurrency },
    ...(authorizationId !== undefined && { authorizationId }),
    entryId,
    owedMinor: debited?.owedMinor ?? 0n,
    createdAt: Clock.nowIso(),
  });
  const draft = cardDraft({ ref, merchant, reference }, debited?.movement ?? credit(ref, amountMinor), {
    events: ({ settled }) => [
      isDebit
        ? Outbox.write(purchaseTaken, fields)
        : Outbox.write(purchaseRefunded, { ...fields, settled: Money.format(settled(ref.account), 2) }),
    ],
    extraWrites: (after): readonly Table.Write[] => [
      { put: cardTransaction.item(item(after)), where: Where.absent, onConditionFailed: rejected },
      ...(debited?.debtWrites ?? []),
    ],
    result: item,
  });
  return { draft, holds: debited?.holds ?? funds.holds };
}
