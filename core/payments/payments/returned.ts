import type { After } from "../../ledger/draft.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { NewTransaction, Returns, Transaction } from "../records/schema.ts";
import { told } from "./decision.ts";
import { paymentDisputed, paymentRefunded, paymentRestored, refundFailed } from "./events.ts";
import type { Receiver } from "./receiver.ts";
import type { Change } from "./record.ts";
import { disputeStatus, type Gone } from "./returns.ts";

/** What is written and told of money that went back of a payment, or came again. */

/** By what it went back. */
export type Kind = "refund" | "dispute";

interface Written {
  readonly returns: Returns;
  readonly after: Gone;
  /** What was missing in its receiver's wallet. */
  readonly owedMinor: bigint;
}

/** The update of a payment's record, over exactly what was read of it. */
export function updating(
  { amountMinor, entryId, returns: seen }: Transaction,
  { returns, after, owedMinor }: Written,
): Change {
  const disputed = disputeStatus(returns);
  const sets = {
    refundedMinor: after.refundedMinor,
    disputedMinor: after.disputedMinor,
    ...(disputed !== undefined && { disputed }),
    ...(entryId !== undefined && {
      status: after.refundedMinor === amountMinor ? "REFUNDED" : "SUCCEEDED",
    }),
    returns,
  };
  const names = Object.keys(sets);
  return {
    update:
      `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}` +
      (owedMinor > 0n ? " ADD owedMinor :owed" : ""),
    // Whether it was credited is part of what was read: it says which status it has.
    condition:
      `attribute_exists(pk) AND ${entryId === undefined ? "attribute_not_exists(entryId)" : "attribute_exists(entryId)"} AND ` +
      (seen ? "#returns.version = :seen" : "attribute_not_exists(#returns)"),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: {
      ...Object.fromEntries(Object.entries(sets).map(([name, value]) => [`:${name}`, value])),
      ...(seen && { ":seen": seen.version }),
      ...(owedMinor > 0n && { ":owed": owedMinor }),
    },
  };
}

const titles: Readonly<Record<Kind, readonly [went: string, came: string]>> = {
  refund: ["Refund", "Failed refund"],
  dispute: ["Dispute", "Won dispute"],
};

/** A transaction of its own in the payer's list. @param goneMinor below zero where money came again */
export function shownAs(
  { userId, transactionId, currency, description, cardLast4 }: Transaction,
  kind: Kind,
  goneMinor: bigint,
  { entryId, createdAt }: After,
): NewTransaction {
  const [went, came] = titles[kind];
  return {
    transactionId: entryId,
    userId,
    type: goneMinor > 0n ? kind : "reversal",
    status: "SUCCEEDED",
    amountMinor: goneMinor > 0n ? goneMinor : -goneMinor,
    currency,
    description: `${goneMinor > 0n ? went : came} of ${description === "" ? transactionId : description}`,
    metadata: { payment: transactionId },
    createdAt,
    completedAt: createdAt,
    refundedMinor: 0n,
    needsApproval: false,
    entryId,
    ...(cardLast4 !== undefined && { cardLast4 }),
  };
}

/**
 * The letters, in the transaction that moves the money. The payer learns of refunds and where one failed; whoever was credited of
 * disputes, and of what comes again. What is the platform's own it tells nobody.
 */
export function telling(
  payment: Transaction,
  { ownerId }: Receiver,
  kind: Kind,
  goneMinor: bigint,
): Table.Write[] {
  const amount = goneMinor > 0n ? goneMinor : -goneMinor;
  const payer = told(payment, amount);
  const owner = { ...payer, userId: ownerId };
  const isOwn = payment.type === "checkout" || ownerId === payment.userId;
  if (kind === "refund" && goneMinor > 0n) return [Outbox.write(paymentRefunded, payer)];
  if (kind === "refund")
    return [Outbox.write(refundFailed, payer), ...(isOwn ? [] : [Outbox.write(paymentRestored, owner)])];
  if (payment.type === "checkout") return [];
  return [Outbox.write(goneMinor > 0n ? paymentDisputed : paymentRestored, owner)];
}
