import * as Clock from "../../../kernel/clock/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import { resolveWrites } from "../../../ledger/draft.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import { booking, suspenseReference } from "./booking.ts";
import { cardTransaction } from "./entity.ts";
import type { AuthorizationFacts, TransactionFacts } from "./facts.ts";
import {
  authorizationEvent,
  availableOf,
  begun,
  keeping,
  listed,
  Overtaken,
  reading,
  unchanged,
} from "./record.ts";
import type { Authorization, CardTransaction } from "./schema.ts";

/** A transaction of an authorization: its entry, once, with what the authorization says of it. */

/** The transaction was booked before its authorization was known. */
class BookedAlone extends Error {
  override readonly name = "BookedAlone";
  readonly transaction: CardTransaction;
  constructor(transaction: CardTransaction) {
    super("the transaction was booked alone");
    this.transaction = transaction;
  }
}

/** @throws Overtaken, and as `Policy.post` */
export async function book(
  transaction: TransactionFacts,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const ref = walletRef(one.walletId);
  const { reads, ...request } = reading(one);
  let after = one;
  try {
    await Policy.post(
      {
        ...request,
        reads: { ...reads, known: cardTransaction.key(transaction) },
        opens: [ref],
        payDebtsFirst: transaction.amountMinor > 0n,
        suspendAs: suspenseReference(transaction),
      },
      (snapshot) => {
        unchanged(one, snapshot);
        const { known } = snapshot.items;
        if (known) throw new BookedAlone(cardTransaction.parse(known));
        const standing = { available: availableOf(snapshot), holds: one.holds };
        const { draft, holds } = booking(one, transaction, standing, () => new Overtaken());
        after = { ...counted(one, transaction, facts), holds: [...holds] };
        const { amountMinor } = transaction;
        const isTaken = amountMinor < 0n;
        return {
          ...draft,
          extraWrites: (entry) => {
            if (isTaken) after = begun(after, entry);
            return [
              ...resolveWrites(draft.extraWrites, entry),
              keeping(one, after),
              ...(isTaken ? listed(one, one, -amountMinor, entry) : []),
              ...(isTaken ? [authorizationEvent("card.authorization.captured", after)] : []),
            ];
          },
        };
      },
    );
  } catch (error) {
    if (error instanceof BookedAlone) return adopt(error.transaction, transaction, one, facts);
    throw error;
  }
  return after;
}

/** The authorization with what was taken by one more transaction, or came back. */
const counted = (
  one: Authorization,
  { transactionId, amountMinor }: TransactionFacts,
  { merchant }: AuthorizationFacts,
): Authorization => ({
  ...one,
  transactions: [...one.transactions, transactionId],
  capturedMinor: one.capturedMinor + (amountMinor < 0n ? -amountMinor : 0n),
  refundedMinor: one.refundedMinor + (amountMinor > 0n ? amountMinor : 0n),
  merchant,
  updatedAt: Clock.nowIso(),
  version: one.version + 1n,
});

/** Takes in a transaction whose money moved before its authorization was known: there is no second entry. */
async function adopt(
  { transactionId, authorizationId }: CardTransaction,
  transaction: TransactionFacts,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const { amountMinor } = transaction;
  const { aloneMinor = 0n } = one;
  const after = {
    ...counted(one, transaction, facts),
    ...(amountMinor < 0n && { aloneMinor: aloneMinor - amountMinor }),
  };
  await Table.commit([
    keeping(one, after),
    {
      update: cardTransaction.key({ transactionId }),
      set: { authorizationId: one.authorizationId },
      where: Where.is({ transactionId, authorizationId }),
    },
  ]);
  return after;
}
