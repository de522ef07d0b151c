import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { systemRef, walletRef } from "../../../ledger/accounts.ts";
import type { After, Draft } from "../../../ledger/draft.ts";
import type { AccountRef, Posting, Reference } from "../../../ledger/schema.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Debts from "../../../policy/debts.ts";
import { purchaseRefunded, purchaseTaken } from "../events.ts";
import { cardTransaction } from "./entity.ts";
import type { TransactionFacts } from "./facts.ts";
import type { CardTransaction, Held } from "./schema.ts";
import { drawn } from "./steps.ts";

/** Entries of issued cards: holds, releases, captures and refunds are all drafts of `cardDraft`. */

/** What a card moves on its owner's account. */
export type CardMovement = Pick<Draft<unknown>, "type" | "postings" | "holds">;

/** The purchase or dispute that a movement belongs to. */
interface CardPurchase {
  readonly ref: AccountRef;
  /** The merchant's name is the reason, and the counterparty. */
  readonly merchant: { readonly name: string };
  readonly reference: Reference;
  /** Defaults to the provider, which moves the money itself. */
  readonly actorId?: string;
}

/** Returns the draft of a card's movement. */
export const cardDraft = <T>(
  { ref, merchant, reference, actorId = "psp" }: CardPurchase,
  { type, postings, holds }: CardMovement,
  rest: Pick<Draft<T>, "events" | "extraWrites" | "result">,
): Draft<T> => ({
  type,
  postings,
  holds: holds ?? [],
  actorId,
  reason: merchant.name,
  reference,
  counterparties: new Map([[ref.account, merchant.name]]),
  ...rest,
});

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const posting = (ref: AccountRef, amount: bigint, bucket: Posting["bucket"] = "available"): Posting => ({
  ...ref,
  bucket,
  amount,
});

/** Reserves an available amount under a new hold. */
export const reserve = (ref: AccountRef, holdId: string, amountMinor: bigint): CardMovement => ({
  type: "HOLD",
  postings: [posting(ref, -amountMinor), posting(ref, amountMinor, "held")],
  holds: [{ ...ref, holdId, change: amountMinor }],
});

/** Parts of holds, as they are used. */
type Parts = ReturnType<typeof drawn>["taken"];

const sumOf = (parts: Parts): bigint => parts.reduce((sum, one) => sum + one.amountMinor, 0n);
const changesOf = (ref: AccountRef, parts: Parts) =>
  parts.map(({ holdId, amountMinor }) => ({ ...ref, holdId, change: -amountMinor }));

/** Makes parts of holds available again. */
export const free = (ref: AccountRef, parts: Parts): CardMovement => ({
  type: "RELEASE",
  postings: [posting(ref, -sumOf(parts), "held"), posting(ref, sumOf(parts))],
  holds: changesOf(ref, parts),
});

/**
 * Takes an amount that the provider has taken already: from the holds first, then from the available balance. The
 * rest is a debt.
 */
export function debit(
  ref: AccountRef,
  amountMinor: bigint,
  { available, holds }: { readonly available: bigint; readonly holds: readonly Held[] },
) {
  const { holds: after, taken } = drawn(holds, amountMinor);
  const fromHolds = sumOf(taken);
  const paid = least(amountMinor - fromHolds, available > 0n ? available : 0n);
  const owedMinor = amountMinor - fromHolds - paid;
  const postings = [
    posting(ref, -fromHolds, "held"),
    posting(ref, -paid),
    posting(systemRef("live", "receivable", ref.asset), -owedMinor),
    posting(systemRef("live", "clearing:issuing", ref.asset), amountMinor),
  ].filter(({ amount }) => amount !== 0n);
  const movement: CardMovement = { type: "CARD_PAYMENT", postings, holds: changesOf(ref, taken) };
  return { movement, holds: after, owedMinor, debtWrites: Debts.debtWrites(ref, owedMinor, "purchase") };
}

/** Gives an amount back that the provider has given back already. */
export const credit = (ref: AccountRef, amountMinor: bigint): CardMovement => ({
  type: "CARD_REFUND",
  postings: [
    posting(systemRef("live", "clearing:issuing", ref.asset), -amountMinor),
    posting(ref, amountMinor),
  ],
});

/** The card of a transaction. */
export interface Card {
  readonly userId: string;
  readonly cardId: string;
  readonly last4: string;
  readonly walletId: string;
}

/** Names the flag of a refund to a closed account. */
export const suspenseReference = ({ transactionId }: Pick<TransactionFacts, "transactionId">): Reference => ({
  kind: "issuing_transaction",
  id: transactionId,
});

interface Booking {
  readonly draft: Draft<CardTransaction>;
  readonly holds: readonly Held[];
}

/** Returns the entry of a card's transaction, over its holds and the available balance. */
export function booking(
  card: Card,
  facts: TransactionFacts,
  balance: { readonly available: bigint; readonly holds: readonly Held[] },
  rejected: () => Error,
): Booking {
  const ref = walletRef(card.walletId);
  const isDebit = facts.amountMinor < 0n;
  const debited = isDebit ? debit(ref, -facts.amountMinor, balance) : undefined;
  const item = (after: After): CardTransaction => ({
    transactionId: facts.transactionId,
    ...(facts.authorizationId !== undefined && { authorizationId: facts.authorizationId }),
    ...{ userId: card.userId, cardId: card.cardId, walletId: card.walletId },
    merchant: facts.merchant,
    amountMinor: facts.amountMinor,
    merchantMinor: facts.merchantMinor,
    merchantCurrency: facts.merchantCurrency,
    entryId: after.entryId,
    owedMinor: debited?.owedMinor ?? 0n,
    createdAt: Clock.nowIso(),
  });
  const draft = cardDraft(
    { ref, merchant: facts.merchant, reference: referenceOf(facts) },
    debited?.movement ?? credit(ref, facts.amountMinor),
    {
      events: ({ settled }) =>
        isDebit
          ? [Outbox.write(purchaseTaken, eventFields(card, facts))]
          : [
              Outbox.write(purchaseRefunded, {
                ...eventFields(card, facts),
                settled: Money.format(settled(ref.account), 2),
              }),
            ],
      extraWrites: (after): readonly Table.Write[] => [
        { put: cardTransaction.item(item(after)), where: Where.absent, onConditionFailed: rejected },
        ...(debited?.debtWrites ?? []),
      ],
      result: item,
    },
  );
  return { holds: debited?.holds ?? balance.holds, draft };
}

/** Returns the purchase of a debit, if it has one. A refund is referred to by its own transaction. */
const referenceOf = (facts: TransactionFacts): Reference =>
  facts.amountMinor < 0n && facts.authorizationId !== undefined
    ? { kind: "issuing_authorization", id: facts.authorizationId }
    : suspenseReference(facts);

const eventFields = (
  { userId, cardId, last4 }: Card,
  { merchant, amountMinor, currency }: TransactionFacts,
) => ({
  ...{ userId, cardId, last4 },
  merchant: merchant.name,
  amount: Money.format(amountMinor < 0n ? -amountMinor : amountMinor, 2),
  asset: currency,
});
