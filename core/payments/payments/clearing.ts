import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envInt } from "../../kernel/env.ts";
import { recover } from "../../kernel/errors.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import { HoldClosed } from "../../ledger/errors.ts";
import type { HoldRef } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { clearingDue, transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { receiverOf } from "./parties.ts";

/**
 * Clearing: what a card paid to somebody whom the platform hardly knows is held for a time, for the card's
 * holder may have it given back. Held money is in the wallet and can neither leave it nor change its form;
 * what goes back meanwhile is taken from it first.
 */

/** When a payment to this user that is credited now clears; undefined where it is free at once. */
export async function clearsAtOf(userId: string): Promise<string | undefined> {
  const hours = envInt("CARD_HOLD_HOURS", 0);
  if (hours <= 0) return undefined;
  const { level } = await Kyc.of(userId);
  if (level >= envInt("CARD_HOLD_BELOW_KYC_LEVEL", 1)) return undefined;
  return toIso(Clock.nowMs() + hours * HOUR_MS);
}

/** Frees the money of all payments that have cleared. @returns how many were due */
export const releaseDue = (): Promise<number> =>
  Due.sweep(clearingDue, async (item) => {
    const one = transaction.parse(item);
    if (one.holdId === undefined) throw new TypeError(`the payment ${one.transactionId} has no hold`);
    const { wallet } = await receiverOf(one);
    await release(one, { ...wallet, holdId: one.holdId });
    return true;
  });

const cleared: Table.Changes & { readonly where: Where.Where } = {
  set: Due.done,
  where: Where.has("duePk"),
};

/** Frees what is left of a hold; where all of it went back there is nothing to free. */
async function release(one: Transaction, hold: HoldRef): Promise<void> {
  const freed = Policy.release<void>(hold, undefined, {
    actorId: "psp",
    reason: `payment ${one.transactionId} has cleared`,
    reference: { kind: "payment_intent", id: one.transactionId },
    suspendAs: Transactions.suspenseOf(one),
    extraWrites: [{ update: Transactions.keyOf(one), ...cleared }],
    result: () => undefined,
  });
  await recover(HoldClosed, freed, async () => {
    await Transactions.change(one, cleared);
  });
}
