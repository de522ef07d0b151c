import * as z from "zod";
import * as Clock from "../../../kernel/clock/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import { log } from "../../../platform/log.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import { objectId } from "../../records/psp-objects.ts";
import { cardDraft, credit, debit } from "./booking.ts";
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
