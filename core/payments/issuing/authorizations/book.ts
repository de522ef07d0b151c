import * as Clock from "../../../kernel/clock/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import { resolveWrites } from "../../../ledger/draft.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import { draftBooking, suspenseReference } from "./booking.ts";
import { cardTransaction } from "./entity.ts";
import type { AuthorizationFacts, TransactionFacts } from "./facts.ts";
import {
  assertUnchanged,
  authorizationEvent,
  inputsOf,
  listWrites,
  replaceWrite,
  withEntry,
} from "./record.ts";
import type { Authorization, CardTransaction } from "./schema.ts";

/** Books a transaction of an authorization once, together with the authorization's new state. */

/** Thrown from a draft if the transaction was booked before its authorization was known. */
class BookedAlone extends Error {
  override readonly name = "BookedAlone";
  readonly transaction: CardTransaction;
  constructor(transaction: CardTransaction) {
    super("the transaction was booked without its authorization");
    this.transaction = transaction;
  }
}

/** @throws ConcurrentUpdate, and as `Policy.post` */
export async function book(
  transaction: TransactionFacts,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const { reads, ...inputs } = inputsOf(one);
  const { amountMinor } = transaction;
  const isTaken = amountMinor < 0n;
  const request = {
    ...inputs,
    reads: { ...reads, known: cardTransaction.key(transaction) },
    opens: [walletRef(one.walletId)],
    payDebtsFirst: amountMinor > 0n,
    suspendAs: suspenseReference(transaction),
  };
  try {
    return await Policy.post<Authorization, typeof request.reads>(request, (snapshot) => {
      assertUnchanged(one, snapshot);
      const { known } = snapshot.items;
      if (known) throw new BookedAlone(cardTransaction.parse(known));
      const funds = { available: snapshot.state?.available ?? 0n, holds: one.holds };
      const { draft, holds } = draftBooking(one, transaction, funds, () => new Table.ConcurrentUpdate());
      const counted = { ...withTransaction(one, transaction, facts), holds: [...holds] };
      return {
        ...draft,
        extraWrites: (entry) => {
          const writes = resolveWrites(draft.extraWrites, entry);
          if (!isTaken) return [...writes, replaceWrite(one, counted)];
          const after = withEntry(counted, entry);
          return [
            ...writes,
            replaceWrite(one, after),
            ...listWrites(one, one, -amountMinor, entry),
            authorizationEvent("card.authorization.captured", after),
          ];
        },
        result: (entry) => (isTaken ? withEntry(counted, entry) : counted),
      };
    });
  } catch (error) {
    if (error instanceof BookedAlone) return adopt(error.transaction, transaction, one, facts);
    throw error;
  }
}

/** Returns the authorization after one more charge or refund. */
const withTransaction = (
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

/** Adds a transaction whose money moved before its authorization was known, without a second entry. */
async function adopt(
  { transactionId, authorizationId }: CardTransaction,
  transaction: TransactionFacts,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const { amountMinor } = transaction;
  const after = {
    ...withTransaction(one, transaction, facts),
    ...(amountMinor < 0n && { aloneMinor: (one.aloneMinor ?? 0n) - amountMinor }),
  };
  await Table.commit([
    replaceWrite(one, after),
    {
      update: cardTransaction.key({ transactionId }),
      set: { authorizationId: one.authorizationId },
      where: Where.is({ transactionId, authorizationId }),
    },
  ]);
  return after;
}
