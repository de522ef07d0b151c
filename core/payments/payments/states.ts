import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { ending } from "./decision.ts";
import * as Record from "./record.ts";

/**
 * States of a payment that moves no money yet. Events come in any order and more than once: the provider's own time decides
 * between a failure and an authorisation, a cancellation is for good, and nothing undoes a payment that was credited.
 */

const notCredited = "attribute_exists(pk) AND attribute_not_exists(entryId)";
const undecided = "#status IN (:pending, :waiting, :failed)";
const statuses = { ":pending": "PENDING", ":waiting": "AWAITING_APPROVAL", ":failed": "FAILED" };

const CHARGED = "cardLast4 = :last4, chargedLast4 = :last4";

/** A charge shows which card pays: events of intents do not. */
export const charged = (one: Transaction, cardLast4: string): Promise<Transaction | undefined> =>
  Record.change(one, {
    update: `SET ${CHARGED}`,
    condition: "attribute_exists(pk)",
    values: { ":last4": cardLast4 },
  });

export interface Failure {
  readonly reason: string;
  readonly cardLast4: string | undefined;
  /** The provider's time of it. */
  readonly atSeconds: number;
}

/** A try to pay failed. @returns the record after, or undefined where what came later counts */
export const failed = (
  one: Transaction,
  { reason, cardLast4, atSeconds }: Failure,
): Promise<Transaction | undefined> =>
  Record.change(one, {
    update:
      "SET #status = :failed, failureReason = :reason, failedAtSeconds = :at" +
      // The card that was charged is the payment's, whenever we hear that another one was not.
      (cardLast4 === undefined ? "" : ", cardLast4 = if_not_exists(chargedLast4, :last4)"),
    condition:
      `${notCredited} AND ${undecided} AND (attribute_not_exists(failedAtSeconds) OR failedAtSeconds <= :at) ` +
      "AND (attribute_not_exists(authorizedAtSeconds) OR authorizedAtSeconds < :at)",
    names: { "#status": "status" },
    values: {
      ...statuses,
      ":reason": reason,
      ":at": atSeconds,
      ...(cardLast4 !== undefined && { ":last4": cardLast4 }),
    },
  });

/** The customer has authorised a payment that needs an approval. @returns the record after, or undefined where it is past that */
export const authorized = (
  one: Transaction,
  { atSeconds, cardLast4 }: Pick<Failure, "atSeconds" | "cardLast4">,
): Promise<Transaction | undefined> =>
  Record.change(one, {
    update: `SET #status = :waiting, authorizedAtSeconds = :at${cardLast4 === undefined ? "" : `, ${CHARGED}`} REMOVE failureReason`,
    condition:
      `${notCredited} AND ${undecided} AND needsApproval = :yes ` +
      "AND (attribute_not_exists(failedAtSeconds) OR failedAtSeconds <= :at) " +
      "AND (attribute_not_exists(authorizedAtSeconds) OR authorizedAtSeconds <= :at)",
    names: { "#status": "status" },
    values: {
      ...statuses,
      ":yes": true,
      ":at": atSeconds,
      ...(cardLast4 !== undefined && { ":last4": cardLast4 }),
    },
  });

const MAX_ATTEMPTS = 10;

/** The payment was called off; a rejection is thereby done, and the payer told. @returns whether it was not so before */
export async function canceled(one: Transaction): Promise<boolean> {
  let seen = one;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (seen.entryId !== undefined || seen.status === "CANCELED") return false;
    try {
      await Table.transact(canceling(seen));
      return true;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      await Table.pause(attempt);
      seen = await Record.read(one);
    }
  }
  throw fail(Unavailable);
}

function canceling(one: Transaction): Table.Write[] {
  const { set, remove, condition, names, values, events } = ending(one, "reject");
  return [
    {
      update: {
        key: Transactions.keyOf(one),
        update: `SET ${["#status = :canceled", ...set].join(", ")}${remove.length > 0 ? ` REMOVE ${remove.join(", ")}` : ""}`,
        condition: `${notCredited} AND #status <> :canceled AND ${condition}`,
        names: { "#status": "status", ...names },
        values: { ":canceled": "CANCELED", ...values },
      },
    },
    ...events,
  ];
}
