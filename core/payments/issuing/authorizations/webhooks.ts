import * as z from "zod";
import type { PspEvent, PspHandler } from "../../../inbound/psp.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import { type Draft, resolveWrites } from "../../../ledger/draft.ts";
import type { AccountRef } from "../../../ledger/schema.ts";
import { log } from "../../../platform/log.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import { listingOut } from "../../made/listing.ts";
import { objectId } from "../../records/psp-objects.ts";
import * as Issuing from "../index.ts";
import { cancel } from "../status.ts";
import { booking, cardDraft, credit, debit, suspenseReference } from "./booking.ts";
import { cardDispute, cardTransaction } from "./entity.ts";
import { ofTransaction, type TransactionFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";
import type { CardDispute, CardTransaction } from "./schema.ts";

/**
 * The provider's events of issued cards. What an event shows may be old by now: of authorizations and disputes the
 * provider is asked what they are, and a transaction never changes.
 */

const named = z.looseObject({ id: z.string() });

const authorization: PspHandler = async ({ data }) => {
  const done = await reconcile(named.parse(data.object).id);
  return done === "not ours" ? done : `done: ${done.join(", ") || "nothing"}`;
};

const transaction: PspHandler = async ({ data }) => followTransaction(ofTransaction(data.object));

const dispute: PspHandler = async ({ data }) => followDispute(named.parse(data.object).id);

const card = named.extend({ status: z.string(), metadata: z.record(z.string(), z.string()).nullish() });

/** A card that the provider has canceled is canceled here; our own word alone makes it active or frozen. */
async function cardUpdated({ data }: PspEvent): Promise<string> {
  const { id: pspCardId, status } = card.parse(data.object);
  if (status !== "canceled") return "ours to say";
  const owned = await Issuing.ownerOfCard({ pspCardId, userId: undefined, cardId: undefined });
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

class Known extends Error {
  override readonly name = "Known";
}

/** Books a transaction that the provider tells of, once. @returns what was done, in a few words */
export async function followTransaction(facts: TransactionFacts): Promise<string> {
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
  const card = await Issuing.findByPsp(facts.card);
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

const minor = z.int().transform(BigInt);

const disputeObject = z.looseObject({
  id: z.string(),
  amount: minor,
  status: z.string(),
  transaction: objectId,
  balance_transactions: z.array(z.looseObject({ amount: minor })).nullish(),
});

class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** Brings a disputeObject to what it is at the provider. @returns what was done, in a few words */
export const followDispute = (disputeId: string): Promise<string> =>
  Table.retry(async () => {
    const before = await Table.find(cardDispute, { disputeId });
    const object = await Psp.find((stripe) => stripe.issuing.disputes.retrieve(disputeId));
    if (!object) return "not known to the provider";
    const {
      amount,
      status,
      transaction: transactionId,
      balance_transactions: moved,
    } = disputeObject.parse(object);
    const transaction = await Table.find(cardTransaction, { transactionId });
    if (!transaction) {
      log.warn("a disputeObject is of a transaction that there is not", { disputeId, transactionId });
      return "not ours";
    }
    const wonMinor = status === "won" ? amount : 0n;
    const returnedMinor =
      moved && moved.length > 0 ? moved.reduce((sum, one) => sum + one.amount, 0n) : wonMinor;
    const { userId, walletId } = transaction;
    const after: CardDispute = {
      ...{ disputeId, transactionId, userId, walletId, returnedMinor, status },
      updatedAt: Clock.nowIso(),
      version: (before?.version ?? 0n) + 1n,
    };
    if (before?.returnedMinor === returnedMinor && before.status === status) return "known";
    try {
      await writeDispute(transaction, before, after);
    } catch (error) {
      if (error instanceof Overtaken) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
    return `${status}: ${returnedMinor} returned`;
  });

async function writeDispute(
  { merchant }: CardTransaction,
  before: CardDispute | undefined,
  after: CardDispute,
): Promise<void> {
  const keeping: Table.Write = {
    put: cardDispute.item(after),
    where: before ? Where.is({ version: before.version }) : Where.absent,
    onConditionFailed: () => new Overtaken(),
  };
  const differenceMinor = after.returnedMinor - (before?.returnedMinor ?? 0n);
  if (differenceMinor === 0n) return Table.commit([keeping]);
  const ref = walletRef(after.walletId);
  const reference = { kind: "issuing_dispute", id: after.disputeId } as const;
  const purchase = { ref, merchant, reference };
  const result = () => undefined;
  await Policy.post(
    { initiator: ref.account, opens: [ref], payDebtsFirst: differenceMinor > 0n, suspendAs: reference },
    ({ state }) => {
      if (differenceMinor > 0n)
        return cardDraft(purchase, credit(ref, differenceMinor), { extraWrites: [keeping], result });
      const balance = { available: state?.available ?? 0n, holds: [] };
      const { movement, debtWrites } = debit(ref, -differenceMinor, balance);
      return cardDraft(purchase, movement, { extraWrites: [keeping, ...debtWrites], result });
    },
  );
}
