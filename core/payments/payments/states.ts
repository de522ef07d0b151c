import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Metrics from "../../platform/metrics/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { cardPaymentEvents, nextSequence } from "../api-events.ts";
import * as Transactions from "../records/index.ts";
import type { Approval, Transaction } from "../records/schema.ts";
import * as LimitCount from "./counting.ts";
import { awaitingApproval } from "./entity.ts";
import { paymentApproved, paymentRejected } from "./events.ts";

/**
 * States of a payment that moves no money yet. Events come in any order and more than once: the provider's
 * own time decides between a failure and an authorisation, a cancellation is for good, and a credited payment
 * stays so.
 */

const uncredited = Where.all(Where.exists, Where.lacks("entryId"));
const undecided = Where.all(uncredited, Where.oneOf("status", ["PENDING", "AWAITING_APPROVAL", "FAILED"]));

/** What the attribute names was not before this second, or not at all. */
const notAfter = (path: string, seconds: number) => Where.any(Where.lacks(path), Where.atMost(path, seconds));

/** A charge shows which card pays: events of intents do not. */
export const charged = (one: Transaction, chargedLast4: string): Promise<Transaction | undefined> =>
  Transactions.change(one, { set: { chargedLast4 }, where: Where.exists });

/** Changes a payment, and what of it counts against its payer's limits. */
async function changed(one: Transaction, change: Transactions.Change): Promise<Transaction | undefined> {
  const after = await Transactions.change(one, change);
  await LimitCount.followCount(one);
  return after;
}

export interface Failure {
  readonly reason: string;
  readonly cardLast4: string | undefined;
  /** The provider's time of it. */
  readonly atSeconds: number;
}

/** A try to pay failed. @returns the record after, or undefined where what came later counts */
export async function failed(one: Transaction, failure: Failure): Promise<Transaction | undefined> {
  const { after, isNew } = await Table.change(
    () => Transactions.read(one),
    (now) => failing(now, failure),
  );
  if (isNew)
    log.info("a card payment failed", {
      ...{ paymentId: one.transactionId, reason: failure.reason },
      ...Metrics.fields({ paymentsFailed: 1 }),
    });
  await LimitCount.followCount(one);
  return after;
}

interface Failed {
  readonly after: Transaction | undefined;
  /** Whether nobody was told of this failure before. */
  readonly isNew: boolean;
}

/** The failure over what was read, with what webhooks are told of it; nothing where what came later counts. */
function failing(now: Transaction, { reason, cardLast4, atSeconds }: Failure): Table.Decision<Failed> {
  const { status, entryId, failedAtSeconds, authorizedAtSeconds, failureReason, told } = now;
  const at = BigInt(atSeconds);
  const isOpen = ["PENDING", "AWAITING_APPROVAL", "FAILED"].includes(status) && entryId === undefined;
  const isLate = (failedAtSeconds ?? 0n) > at || (authorizedAtSeconds ?? 0n) >= at;
  if (!isOpen || isLate) return { writes: [], result: { after: undefined, isNew: false } };
  const isKnown = status === "FAILED" && failedAtSeconds === at && failureReason === reason;
  const set = {
    status: "FAILED" as const,
    failureReason: reason,
    failedAtSeconds: at,
    ...(cardLast4 !== undefined && { cardLast4 }),
    ...(!isKnown && { told: nextSequence(now) }),
  };
  const after = { ...now, ...set };
  const where = Where.is({ status, entryId, failedAtSeconds, authorizedAtSeconds, told });
  return {
    writes: [
      { update: Transactions.keyOf(now), set, where: Where.all(Where.exists, where) },
      ...(isKnown ? [] : cardPaymentEvents("payment.failed", after, undefined, nextSequence(now))),
    ],
    result: { after, isNew: !isKnown },
  };
}

/**
 * The customer has authorised a payment that needs an approval.
 * @returns the record, or undefined where it is past that
 */
export const authorized = (
  one: Transaction,
  { atSeconds, cardLast4 }: Pick<Failure, "atSeconds" | "cardLast4">,
): Promise<Transaction | undefined> =>
  changed(one, {
    set: {
      status: "AWAITING_APPROVAL",
      authorizedAtSeconds: atSeconds,
      failureReason: undefined,
      ...(cardLast4 !== undefined && { chargedLast4: cardLast4 }),
    },
    where: Where.all(
      undecided,
      Where.is({ needsApproval: true }),
      notAfter("failedAtSeconds", atSeconds),
      notAfter("authorizedAtSeconds", atSeconds),
    ),
  });

/** The payment was called off, which carries out a rejection. @returns whether it was not so before */
export async function canceled(one: Transaction): Promise<boolean> {
  const isNew = await Table.change(
    () => Transactions.read(one),
    (now) => {
      if (now.entryId !== undefined || now.status === "CANCELED") return { writes: [], result: false };
      const { set, where, events, settled } = ending(now, "reject");
      const update: Table.Write = {
        update: Transactions.keyOf(now),
        set: { ...set, status: "CANCELED" },
        where: Where.all(uncredited, Where.isNot("status", "CANCELED"), where),
      };
      return { writes: [update, ...events, ...settled], result: true };
    },
  );
  await LimitCount.followCount(one);
  return isNew;
}

export type Action = "approve" | "reject";

/** What goes into the update of the payment's record, and what beside it. */
export interface Ending {
  readonly set: Readonly<Record<string, unknown>>;
  /** That the decision is still what was read. */
  readonly where: Where.Where;
  /** The payer's e-mail, once. */
  readonly events: readonly Table.Write[];
  /** That nobody has to decide on it any more. */
  readonly settled: readonly Table.Write[];
}

/** How long an approval waits for the customer to authorise: who knows what is true of both by then. */
const HOLDS_MS = 7 * DAY_MS;

/** Whether an approval that was not carried out holds no more. A rejection holds for good. */
export const isExpired = ({ action, at, doneAt }: Approval, nowMs: number): boolean =>
  action === "approve" && doneAt === undefined && nowMs - Date.parse(at) > HOLDS_MS;

/**
 * The end of a payment that is now paid (`approve`) or called off (`reject`), over the decision that was
 * read.
 */
export function ending(one: Transaction, action: Action): Ending {
  const { approval } = one;
  const seen = Where.is({ "approval.action": approval?.action });
  const settled = one.needsApproval ? [{ remove: awaitingApproval.key(one) }] : [];
  // A payment that is over is out of the index of those that may still be paid.
  if (approval?.action !== action || approval.doneAt !== undefined)
    return { set: Due.done, where: seen, events: [], settled };
  const event = action === "approve" ? paymentApproved : paymentRejected;
  return {
    set: {
      ...Due.done,
      "approval.doneAt": Clock.nowIso(),
      "approval.busyUntilMs": undefined,
      "approval.busyBy": undefined,
    },
    where: Where.all(seen, Where.lacks("approval.doneAt")),
    events: [Outbox.write(event, payloadOf(one, one.amountMinor))],
    settled,
  };
}

/** What an event says of an amount of a payment. */
export const payloadOf = ({ userId, transactionId, currency }: Transaction, amountMinor: bigint) => ({
  userId,
  paymentId: transactionId,
  amount: Assets.format(amountMinor, currency),
  asset: currency,
});
