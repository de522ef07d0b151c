import * as z from "zod";
import * as Clock from "../../../kernel/clock/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import * as Ledger from "../../../ledger/index.ts";
import { log } from "../../../platform/log.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { objectId } from "../../records/psp-objects.ts";
import { credited, debited } from "./booking.ts";
import { cardDispute, cardTransaction } from "./entity.ts";
import type { CardDispute, CardTransaction } from "./schema.ts";

/**
 * Disputes of what issued cards paid. What the provider's balance has got back of one is the card owner's, and
 * what it has lost again is taken back: the ledger follows the difference.
 */

const minor = z.int().transform(BigInt);

const dispute = z.looseObject({
  id: z.string(),
  amount: minor,
  status: z.string(),
  transaction: objectId,
  balance_transactions: z.array(z.looseObject({ amount: minor })).nullish(),
});

class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** Brings a dispute to what it is at the provider. @returns what was done, in a few words */
export const follow = (disputeId: string): Promise<string> =>
  Table.retry(async () => {
    const before = await Table.find(cardDispute, { disputeId });
    const object = await Psp.find((stripe) => stripe.issuing.disputes.retrieve(disputeId));
    if (!object) return "not known to the provider";
    const { amount, status, transaction: transactionId, balance_transactions: moved } = dispute.parse(object);
    const transaction = await Table.find(cardTransaction, { transactionId });
    if (!transaction) {
      log.warn("a dispute is of a transaction that there is not", { disputeId, transactionId });
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
      await write(transaction, before, after);
    } catch (error) {
      if (error instanceof Overtaken) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
    return `${status}: ${returnedMinor} returned`;
  });

async function write(
  { merchant }: CardTransaction,
  before: CardDispute | undefined,
  after: CardDispute,
): Promise<void> {
  const keeping: Table.Write = {
    put: cardDispute.item(after),
    where: before ? Where.is({ version: before.version }) : Where.absent,
    refused: () => new Overtaken(),
  };
  const differenceMinor = after.returnedMinor - (before?.returnedMinor ?? 0n);
  if (differenceMinor === 0n) return Table.commit([keeping]);
  const ref = walletRef(after.walletId);
  const request = { initiator: ref.account, opens: [ref], collecting: differenceMinor > 0n };
  const said = {
    actorId: "psp",
    reason: merchant.name,
    reference: { kind: "issuing_dispute", id: after.disputeId },
    counterparties: new Map([[ref.account, merchant.name]]),
    result: () => undefined,
  } as const;
  await Ledger.post<void>(request, ({ state }) => {
    if (differenceMinor > 0n)
      return {
        ...said,
        type: "CARD_REFUND",
        postings: credited(ref, differenceMinor),
        suspends: said.reference,
        extraWrites: [keeping],
      };
    const { postings, debtWrites } = debited(ref, -differenceMinor, {
      available: state?.available ?? 0n,
      holds: [],
    });
    return { ...said, type: "CARD_PAYMENT", postings, extraWrites: [keeping, ...debtWrites] };
  });
}
