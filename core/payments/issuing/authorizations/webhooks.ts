import * as z from "zod";
import type { PspEvent, PspHandler } from "../../../inbound/psp.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import { resolveWrites } from "../../../ledger/draft.ts";
import { log } from "../../../platform/log.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Policy from "../../../policy/index.ts";
import { ignoreNothingToPost, NothingToPost } from "../../records/index.ts";
import { objectId } from "../../records/psp-objects.ts";
import * as Issuing from "../index.ts";
import { cancel } from "../status.ts";
import { cardDraft, credit, debit, draftBooking, suspenseReference } from "./booking.ts";
import { cardDispute, cardTransaction } from "./entity.ts";
import { minor, parseTransaction, type TransactionFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";
import { cardListing } from "./record.ts";
import type { CardDispute, CardTransaction } from "./schema.ts";

/**
 * The provider's events of issued cards. An event may be outdated: authorizations and disputes are read from the
 * provider again. A transaction never changes.
 */

const identified = z.looseObject({ id: z.string() });

const authorization: PspHandler = async ({ data }) => {
  const done = await reconcile(identified.parse(data.object).id);
  return done === "not ours" ? done : `done: ${done.join(", ") || "nothing"}`;
};

const transaction: PspHandler = async ({ data }) => followTransaction(parseTransaction(data.object));

const dispute: PspHandler = async ({ data }) => followDispute(identified.parse(data.object).id);

const card = identified.extend({ status: z.string() });

/** Cancels a card that the provider canceled. Only our own record makes a card active or frozen. */
async function cardUpdated({ data }: PspEvent): Promise<string> {
  const { id: pspCardId, status } = card.parse(data.object);
  if (status !== "canceled") return "not canceled";
  const owned = await Issuing.findOwnedCard({ pspCardId });
  if (!owned) return "not ours";
  await cancel(owned.userId, owned.cardId, true);
  return "canceled";
}

export const handlers: Readonly<Record<string, PspHandler>> = {
  "issuing_authorization.created": authorization,
  "issuing_authorization.updated": authorization,
  "issuing_transaction.created": transaction,
  "issuing_transaction.updated": transaction,
  "issuing_dispute.created": dispute,
  "issuing_dispute.updated": dispute,
  "issuing_dispute.submitted": dispute,
  "issuing_dispute.closed": dispute,
  "issuing_dispute.funds_reinstated": dispute,
  "issuing_dispute.funds_rescinded": dispute,
  "issuing_card.updated": cardUpdated,
};

/** Books a transaction of a card once, with or without an authorization. @returns the outcome */
export async function followTransaction(facts: TransactionFacts): Promise<string> {
  const { transactionId, authorizationId } = facts;
  if (await Table.find(cardTransaction, { transactionId })) return "known";
  if (facts.amountMinor === 0n && authorizationId === undefined) return "no amount";
  if (authorizationId === undefined) return bookAlone(facts);
  const done = await reconcile(authorizationId, facts);
  // The money has moved, even if the provider no longer knows the authorization.
  return done === "not ours" ? bookAlone(facts) : `done: ${done.join(", ")}`;
}

/**
 * Books a transaction without an authorization, such as a forced capture or a refund without a purchase. An
 * authorization that becomes known later adopts it.
 */
async function bookAlone(known: TransactionFacts): Promise<string> {
  const facts = { ...known, authorizationId: undefined };
  const card = await Issuing.findByPsp(facts.card);
  if (!card) return "not ours";
  const { amountMinor, merchant } = facts;
  const ref = walletRef(card.walletId);
  const suspendAs = suspenseReference(facts);
  const request = { initiator: ref.account, opens: [ref], payDebtsFirst: amountMinor > 0n, suspendAs };
  const entry = Policy.post<string>(request, ({ state }) => {
    const funds = { available: state?.available ?? 0n, holds: [] };
    const { draft } = draftBooking(card, facts, funds, () => new NothingToPost());
    return {
      ...draft,
      extraWrites: (after) => [
        ...resolveWrites(draft.extraWrites, after),
        ...(amountMinor < 0n ? [cardListing(card, merchant.name, suspendAs, -amountMinor, after)] : []),
      ],
      result: () => "booked",
    };
  });
  return ignoreNothingToPost(entry, "known");
}

const disputeObject = z.looseObject({
  id: z.string(),
  amount: minor,
  status: z.string(),
  transaction: objectId,
  balance_transactions: z.array(z.looseObject({ amount: minor })).nullish(),
});

/**
 * Brings a dispute to its state at the provider. The cardholder is credited with the amount that the provider recovers,
 * and debited with the amount that it loses again. @returns the outcome
 */
const followDispute = (disputeId: string): Promise<string> =>
  Table.retryPlan(async () => {
    const before = await Table.find(cardDispute, { disputeId });
    const object = await Psp.find((stripe) => stripe.issuing.disputes.retrieve(disputeId));
    if (!object) return "unknown to the provider";
    const found = disputeObject.parse(object);
    const { amount, status, transaction: transactionId, balance_transactions: moved } = found;
    const transaction = await Table.find(cardTransaction, { transactionId });
    if (!transaction) {
      log.warn(
        "card dispute: its card transaction has no record, so it moves no money; in the provider's dashboard resend the transaction's event, then the dispute's",
        {
          disputeId,
          transactionId,
        },
      );
      return "not ours";
    }
    const wonMinor = status === "won" ? amount : 0n;
    const returnedMinor = moved && moved.length > 0 ? Money.sum(moved.map((one) => one.amount)) : wonMinor;
    const { userId, walletId } = transaction;
    const after: CardDispute = {
      ...{ disputeId, transactionId, userId, walletId, returnedMinor, status },
      updatedAt: Clock.nowIso(),
      version: (before?.version ?? 0n) + 1n,
    };
    if (before?.returnedMinor === returnedMinor && before.status === status) return "known";
    await writeDispute(transaction, before, after);
    return `${status}: ${returnedMinor} returned`;
  });

async function writeDispute(
  { merchant }: CardTransaction,
  before: CardDispute | undefined,
  after: CardDispute,
): Promise<void> {
  const put: Table.Write = {
    put: cardDispute.item(after),
    where: cardDispute.unchanged(before),
    onConditionFailed: () => new Table.ConcurrentUpdate(),
  };
  const differenceMinor = after.returnedMinor - (before?.returnedMinor ?? 0n);
  if (differenceMinor === 0n) return Table.commit([put]);
  const isCredit = differenceMinor > 0n;
  const ref = walletRef(after.walletId);
  const reference = { kind: "issuing_dispute", id: after.disputeId } as const;
  await Policy.post(
    { initiator: ref.account, opens: [ref], payDebtsFirst: isCredit, suspendAs: reference },
    ({ state }) => {
      const funds = { available: state?.available ?? 0n, holds: [] };
      const { movement, debtWrites } = isCredit
        ? { movement: credit(ref, differenceMinor), debtWrites: [] }
        : debit(ref, -differenceMinor, funds);
      return cardDraft({ ref, merchant, reference }, movement, {
        extraWrites: [put, ...debtWrites],
        result: () => undefined,
      });
    },
  );
}
