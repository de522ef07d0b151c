import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { defineTransitions } from "../../kernel/state-machine.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Metrics from "../../platform/metrics/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { cardPaymentEvents, nextSequence } from "../api-events.ts";
import * as Transactions from "../records/index.ts";
import { type Approval, type Transaction, transactionStatuses } from "../records/schema.ts";
import * as LimitCount from "./counting.ts";
import { awaitingApproval } from "./entity.ts";
import { paymentApproved, paymentRejected } from "./events.ts";

/**
 * The states of a payment before and after its credit, and the end of an administrator's decision. Events come in any
 * order and more than once: the provider's time decides between a failure and an authorization, a cancellation is final
 * except for a payment that was paid after all, and a credited payment stays credited.
 */

export const paymentStates = defineTransitions(transactionStatuses, {
  create: { none: "PENDING" },
  authorize: {
    PENDING: "AWAITING_APPROVAL",
    AWAITING_APPROVAL: "AWAITING_APPROVAL",
    FAILED: "AWAITING_APPROVAL",
  },
  fail: { PENDING: "FAILED", AWAITING_APPROVAL: "FAILED", FAILED: "FAILED" },
  cancel: { PENDING: "CANCELED", AWAITING_APPROVAL: "CANCELED", FAILED: "CANCELED" },
  settle: {
    PENDING: "SUCCEEDED",
    AWAITING_APPROVAL: "SUCCEEDED",
    FAILED: "SUCCEEDED",
    CANCELED: "SUCCEEDED",
  },
  refund: { SUCCEEDED: "REFUNDED" },
  undoRefund: { REFUNDED: "SUCCEEDED" },
});

const uncredited = Where.all(Where.exists, Where.lacks("entryId"));
const undecided = Where.all(uncredited, Where.oneOf("status", paymentStates.sources("authorize")));

/** Requires that the attribute is missing, or not after this second. */
const notAfter = (path: string, seconds: number) => Where.any(Where.lacks(path), Where.atMost(path, seconds));

/** Records the charged card, which events of intents do not show. */
export const recordCard = (one: Transaction, chargedLast4: string): Promise<Transaction | undefined> =>
  Transactions.change(one, { set: { chargedLast4 }, where: Where.exists });

/** Changes a payment, and the part of it that counts against its payer's limit. */
async function changeAndCount(
  one: Transaction,
  change: Transactions.Change,
): Promise<Transaction | undefined> {
  const after = await Transactions.change(one, change);
  await LimitCount.updateCount(one);
  return after;
}

interface Failure {
  readonly reason: string;
  readonly cardLast4: string | undefined;
  /** The provider's time. */
  readonly atSeconds: number;
}

/** Records a failed attempt to pay. @returns the new record, or undefined if a later event prevails */
export async function recordFailure(one: Transaction, failure: Failure): Promise<Transaction | undefined> {
  const { after, isNew } = await Table.change(
    () => Transactions.read(one),
    (now) => failureWrites(now, failure),
  );
  if (isNew)
    log.info("payment: failed", {
      ...{ paymentId: one.transactionId, userId: one.userId, reason: failure.reason },
      ...Metrics.fields({ paymentsFailed: 1 }),
    });
  await LimitCount.updateCount(one);
  return after;
}

/** Returns the writes of a failure and its webhook event; none if a later event prevails. */
function failureWrites(
  now: Transaction,
  { reason, cardLast4, atSeconds }: Failure,
): Table.Decision<{ readonly after: Transaction | undefined; readonly isNew: boolean }> {
  const { status, entryId, failedAtSeconds, authorizedAtSeconds, failureReason, told } = now;
  const at = BigInt(atSeconds);
  const isOpen = paymentStates.next(status, "fail") !== undefined && entryId === undefined;
  const isOutdated = (failedAtSeconds ?? 0n) > at || (authorizedAtSeconds ?? 0n) >= at;
  if (!isOpen || isOutdated) return { writes: [], result: { after: undefined, isNew: false } };
  const isRepeated = status === "FAILED" && failedAtSeconds === at && failureReason === reason;
  const set = {
    status: "FAILED" as const,
    failureReason: reason,
    failedAtSeconds: at,
    ...(cardLast4 !== undefined && { cardLast4 }),
    ...(!isRepeated && { told: nextSequence(now) }),
  };
  const after = { ...now, ...set };
  const where = Where.is({ status, entryId, failedAtSeconds, authorizedAtSeconds, told });
  return {
    writes: [
      { update: Transactions.keyOf(now), set, where: Where.all(Where.exists, where) },
      ...(isRepeated ? [] : cardPaymentEvents("payment.failed", after, undefined, nextSequence(now))),
    ],
    result: { after, isNew: !isRepeated },
  };
}

/**
 * Records the authorization of a payment that needs an approval.
 * @returns the new record, or undefined if a later event prevails
 */
export const recordAuthorization = (
  one: Transaction,
  { atSeconds, cardLast4 }: Pick<Failure, "atSeconds" | "cardLast4">,
): Promise<Transaction | undefined> =>
  changeAndCount(one, {
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

/** Records a cancellation, which also executes a rejection. @returns whether it was not canceled before */
export async function recordCancellation(one: Transaction): Promise<boolean> {
  const isNew = await Table.change(
    () => Transactions.read(one),
    (now) => {
      if (now.entryId !== undefined || now.status === "CANCELED") return { writes: [], result: false };
      const { set, where, events, removals } = endDecision(now, "reject");
      const update: Table.Write = {
        update: Transactions.keyOf(now),
        set: { ...set, status: "CANCELED" },
        where: Where.all(uncredited, Where.isNot("status", "CANCELED"), where),
      };
      return { writes: [update, ...events, ...removals], result: true };
    },
  );
  await LimitCount.updateCount(one);
  return isNew;
}

export type Action = Approval["action"];

/** The end of a decision: the update of the payment's record, and the writes beside it. */
export interface DecisionEnd {
  readonly set: Readonly<Record<string, unknown>>;
  /** The condition that the decision is unchanged since it was read. */
  readonly where: Where.Where;
  /** The payer's notification, once. */
  readonly events: readonly Table.Write[];
  /** The removal from the queue of approvals. */
  readonly removals: readonly Table.Write[];
}

/** The lifetime of an approval before the customer's authorization: its grounds may change later. */
const HOLDS_MS = 7 * DAY_MS;

/** Returns whether an unexecuted approval has expired. A rejection never expires. */
export const isExpired = ({ action, at, doneAt }: Approval, nowMs: number): boolean =>
  action === "approve" && doneAt === undefined && nowMs - Date.parse(at) > HOLDS_MS;

/** Returns the end of a payment that is paid (`approve`) or canceled (`reject`), if the decision is unchanged. */
export function endDecision(one: Transaction, action: Action): DecisionEnd {
  const { approval } = one;
  const seen = Where.is({ "approval.action": approval?.action });
  const removals = one.needsApproval ? [{ remove: awaitingApproval.key(one) }] : [];
  // An ended payment leaves the index of unpaid payments.
  if (approval?.action !== action || approval.doneAt !== undefined)
    return { set: Due.done, where: seen, events: [], removals };
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
    removals,
  };
}

/** Returns the fields of an event about an amount of a payment. */
export const payloadOf = ({ userId, transactionId, currency }: Transaction, amountMinor: bigint) => ({
  userId,
  paymentId: transactionId,
  amount: Assets.format(amountMinor, currency),
  asset: currency,
});
