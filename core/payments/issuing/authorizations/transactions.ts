import { walletRef } from "../../../ledger/accounts.ts";
import { type Draft, resolveWrites } from "../../../ledger/draft.ts";
import type { AccountRef } from "../../../ledger/schema.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Policy from "../../../policy/index.ts";
import { listingOut } from "../../made/listing.ts";
import { booking, suspenseReference } from "./booking.ts";
import { cardTransaction } from "./entity.ts";
import type { TransactionFacts } from "./facts.ts";
import * as Owner from "./owner.ts";
import { reconcile } from "./reconcile.ts";
import type { CardTransaction } from "./schema.ts";

/** Transactions of cards: of an authorization, or of none (a capture by force, a refund without a purchase). */

class Known extends Error {
  override readonly name = "Known";
}

/** Books a transaction that the provider tells of, once. @returns what was done, in a few words */
export async function follow(facts: TransactionFacts): Promise<string> {
  const { transactionId, authorizationId } = facts;
  if (await Table.find(cardTransaction, { transactionId })) return "known";
  if (facts.amountMinor === 0n && authorizationId === undefined) return "of no amount";
  if (authorizationId === undefined) return alone(facts);
  const done = await reconcile(authorizationId, facts);
  // Where the provider does not know the authorization any more, the money has moved all the same.
  return done === "not ours" ? alone(facts) : `done: ${done.join(", ")}`;
}

/** Books it for no authorization: one that is known later takes it in. */
async function alone(said: TransactionFacts): Promise<string> {
  const facts = { ...said, authorizationId: undefined };
  const card = await Owner.find(facts.card);
  if (!card) return "not ours";
  const ref = walletRef(card.walletId);
  const request = {
    initiator: ref.account,
    opens: [ref],
    payDebtsFirst: facts.amountMinor > 0n,
    suspendAs: suspenseReference(facts),
  };
  try {
    await Policy.post(request, ({ state }) => {
      const standing = { available: state?.available ?? 0n, holds: [] };
      return listing(ref, facts, booking(card, facts, standing, () => new Known()).draft);
    });
  } catch (error) {
    if (error instanceof Known) return "known";
    throw error;
  }
  return "booked";
}

/** With what was taken in its owner's list of payments. */
const listing = (
  from: AccountRef,
  { amountMinor, merchant, transactionId: id }: TransactionFacts,
  draft: Draft<CardTransaction>,
): Draft<CardTransaction> => ({
  ...draft,
  extraWrites: (after) => [
    ...resolveWrites(draft.extraWrites, after),
    ...(amountMinor < 0n
      ? [
          listingOut(
            {
              ...{ method: "card", amount: -amountMinor, fee: 0n, description: "", from },
              ...{ counterparty: merchant.name, reference: { kind: "issuing_transaction", id } },
            },
            after,
          ),
        ]
      : []),
  ],
});
