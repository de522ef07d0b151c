import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envInt } from "../../kernel/env.ts";
import { recover } from "../../kernel/errors.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import { HoldClosed } from "../../ledger/errors.ts";
import type { HoldRef } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { clearingDue, transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { receiverOf } from "./parties.ts";

/**
 * Clearing: a card payment to a recipient with a low verification level is held for a time, since the cardholder may
 * dispute it. Held money can neither leave the wallet nor be exchanged, and a return is taken from it first.
 */

/** Returns when a payment that is credited to this user now clears; undefined if it is available immediately. */
export async function clearingTime(userId: string): Promise<string | undefined> {
  const hours = envInt("CARD_HOLD_HOURS", 0);
  if (hours <= 0) return undefined;
  const { level } = await Kyc.read(userId);
  if (level >= envInt("CARD_HOLD_BELOW_KYC_LEVEL", 1)) return undefined;
  return toIso(Clock.nowMs() + hours * HOUR_MS);
}

/** Releases the money of all cleared payments. @returns the number of due payments */
export const releaseDue = (): Promise<number> =>
  Due.sweep(clearingDue, async (item) => {
    const one = transaction.parse(item);
    if (one.holdId === undefined) throw new TypeError(`the payment ${one.transactionId} has no hold`);
    const { wallet } = await receiverOf(one);
    await release(one, { ...wallet, holdId: one.holdId });
  });

const cleared: Transactions.Change = { set: Due.done, where: Where.has("duePk") };

/** Releases the rest of a hold. A hold is closed already if the payment was returned in full. */
async function release(one: Transaction, hold: HoldRef): Promise<void> {
  const released = Policy.release<void>(hold, undefined, {
    actorId: "psp",
    reason: `payment ${one.transactionId} has cleared`,
    reference: { kind: "payment_intent", id: one.transactionId },
    suspendAs: Transactions.suspenseReference(one),
    extraWrites: [{ update: Transactions.keyOf(one), ...cleared }],
    result: () => undefined,
  });
  await recover(HoldClosed, released, async () => {
    await Transactions.change(one, cleared);
  });
}
