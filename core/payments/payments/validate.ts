import { checkAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError, wrongCursor } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import { StateConflict } from "../../platform/psp/errors.ts";
import type { Stripe } from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Approval, Transaction } from "../records/schema.ts";
import { needsFourEyes } from "./counting.ts";
import { awaitingApproval } from "./entity.ts";
import {
  AlreadyDecided,
  ApprovalNotNeeded,
  OwnPayment,
  PaymentClosed,
  PaymentFlagged,
  PaymentNotFound,
} from "./errors.ts";
import { executeDecision } from "./intent.ts";
import { receiverOf } from "./parties.ts";
import type { AwaitingSecond, Validated } from "./schema.ts";
import * as Second from "./second-approval.ts";
import { type Action, isExpired } from "./states.ts";

/**
 * An administrator's decision on a payment. It is recorded before it is executed, so that only one of two decisions
 * counts. If the provider fails, the same decision can be executed again, but not the opposite decision.
 */

/** Longer than a function runs, so that only one request at a time executes a decision. */
const BUSY_MS = 60_000;

/**
 * Approves a payment, which captures the money, or rejects it, which cancels it. An approval waits 7 days for the
 * customer's authorization. With the four-eyes setting, the payer and the recipient do not decide, and an approval needs
 * two administrators.
 * @throws FORBIDDEN, PAYMENT_NOT_FOUND, OWN_PAYMENT, APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED,
 *   PAYMENT_FLAGGED; as `Psp.call`; AlreadyDone
 */
export async function validate(
  actor: LiveActor,
  { paymentId, action, reason }: { readonly paymentId: string } & Pick<Approval, "action" | "reason">,
  claim?: Idempotency.Claim<Validated | AwaitingSecond>,
): Promise<Validated | AwaitingSecond> {
  checkAdministrator(actor);
  const [one, head] = await Promise.all([Transactions.find(paymentId), Trail.readHead(actor)]);
  if (one?.type !== "payment") throw fail(PaymentNotFound);
  check(one, action);
  if (needsFourEyes() && (await isInvolved(one, actor.userId))) throw fail(OwnPayment);
  const isFirst = action === "approve" && needsFourEyes() && isUndecided(one);
  const first = isFirst ? await Second.findFirst(one, actor) : undefined;
  if (isFirst && !first) return Second.recordFirst(actor, one, { reason, head }, claim);
  const wanted = { action, reason, by: actor.userId, at: Clock.nowIso() };
  const decided = await decide(actor, one, wanted, { first, head });
  const { approval } = decided;
  const intent = await execute(decided);
  const validated: Validated = {
    id: paymentId,
    status: intent.status,
    validatedAt: approval.at,
    validatedBy: approval.by,
  };
  // If the process ends before this write, a repeated request gets ALREADY_DECIDED.
  if (claim) await Idempotency.recordResult(claim, validated);
  return validated;
}

/** Returns whether a new decision is needed, instead of executing one again. */
const isUndecided = ({ approval }: Transaction): boolean => !approval || isSpent(approval);

type Decided = Transaction & { readonly approval: Approval };

const isInvolved = async (one: Transaction, userId: string): Promise<boolean> =>
  one.userId === userId || (await receiverOf(one)).ownerId === userId;

/** Records a decision, or resumes an equal decision that could not be executed, which keeps its author. */
async function decide(
  actor: LiveActor,
  one: Transaction,
  wanted: Pick<Approval, "action" | "by" | "at" | "reason">,
  { first, head }: { readonly first: Second.First | undefined; readonly head: Table.Item | undefined },
): Promise<Decided> {
  const busyBy = Ids.secret(12);
  const change = reserveExecution(one, wanted, busyBy);
  if (isUndecided(one))
    await Table.ignoreConditionFailure(Second.recordDecision(actor, one, { wanted, change, first, head }));
  else await Transactions.change(one, change);
  const now = await Transactions.read(one);
  // Checked even if the write failed, since the response to its first attempt may have been lost.
  if (now.approval?.busyBy === busyBy) return { ...now, approval: now.approval };
  // A concurrent decision is on the record.
  check(now, wanted.action);
  throw alreadyDecided(now);
}

/** Returns the change that reserves the execution of a decision if the state is unchanged since it was read. */
function reserveExecution(
  { approval }: Transaction,
  wanted: Pick<Approval, "action" | "by" | "at" | "reason">,
  busyBy: string,
): Transactions.Change {
  const nowMs = Clock.nowMs();
  const busy = { busyUntilMs: nowMs + BUSY_MS, busyBy };
  const open = Where.all(Where.exists, Where.lacks("entryId"), Where.isNot("status", "CANCELED"));
  if (!approval)
    return { set: { approval: { ...wanted, ...busy } }, where: Where.all(open, Where.lacks("approval")) };
  const unfinished = Where.all(open, Where.is({ "approval.at": approval.at, "approval.doneAt": undefined }));
  const idle = Where.atMost("approval.busyUntilMs", nowMs);
  return isSpent(approval)
    ? {
        set: { approval: { ...wanted, ...busy } },
        where: Where.all(unfinished, Where.any(Where.lacks("approval.busyUntilMs"), idle)),
      }
    : {
        set: { "approval.busyUntilMs": busy.busyUntilMs, "approval.busyBy": busyBy },
        where: Where.all(unfinished, idle),
      };
}

/** Checks that a decision is possible. @throws APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED */
function check(one: Transaction, action: Action): void {
  const { approval, entryId, status } = one;
  if (!one.needsApproval) throw fail(ApprovalNotNeeded);
  const open = !approval || isSpent(approval) || (approval.action === action && isUnfinished(approval));
  if (!open) throw alreadyDecided(one);
  if (entryId !== undefined || status === "CANCELED") throw closedError(status);
}

/** Returns whether an approval has expired without an authorization, so that a new decision is needed. */
const isSpent = (approval: Approval): boolean => !isBusy(approval) && isExpired(approval, Clock.nowMs());

const isBusy = ({ busyUntilMs = 0n }: Approval): boolean => busyUntilMs > BigInt(Clock.nowMs());

/** Returns whether the execution of a decision was started and not finished. */
const isUnfinished = (approval: Approval): boolean =>
  approval.doneAt === undefined && approval.busyUntilMs !== undefined && !isBusy(approval);

const alreadyDecided = ({ approval }: Transaction): SvcError =>
  fail(AlreadyDecided, {
    details: {
      fields: approval
        ? [
            { field: "action", message: same(approval.action) },
            { field: "validatedAt", message: same(approval.at) },
            { field: "validatedBy", message: same(approval.by) },
          ]
        : [],
    },
  });

const closedError = (status: string): SvcError =>
  fail(PaymentClosed, { details: { fields: [{ field: "status", message: same(status.toLowerCase()) }] } });

/** Executes a decision. After an error the same decision can be executed again immediately. */
async function execute(one: Decided): Promise<Stripe.PaymentIntent> {
  const { action } = one.approval;
  try {
    const { intent, settled } = await executeDecision(one);
    if (settled === "flagged") throw await flaggedError(one);
    // Another client did the opposite at the provider.
    if (intent.status === (action === "approve" ? "canceled" : "succeeded")) throw closedError(intent.status);
    if (action === "reject" && intent.status !== "canceled") throw fail(StateConflict);
    if (intent.status !== "succeeded" && intent.status !== "canceled") await clearReservation(one);
    return intent;
  } catch (error) {
    await allowRetry(one).catch((cause: unknown) =>
      log.warn(
        "payment decision: execution failed, and its reservation not released; the administrator can retry in a minute",
        {
          paymentId: one.transactionId,
          error: cause,
        },
      ),
    );
    throw error;
  }
}

async function flaggedError(one: Transaction): Promise<SvcError> {
  const { flagged = "" } = await Transactions.read(one);
  return fail(PaymentFlagged, { details: { fields: [{ field: "flagged", message: same(flagged) }] } });
}

const isUnexecuted = Where.all(Where.has("approval"), Where.lacks("approval.doneAt"));

/** The approval waits for the customer, so there is nothing to retry. */
const clearReservation = (one: Transaction) =>
  Transactions.change(one, {
    set: { "approval.busyUntilMs": undefined, "approval.busyBy": undefined },
    where: isUnexecuted,
  });

const allowRetry = (one: Transaction) =>
  Transactions.change(one, { set: { "approval.busyUntilMs": 0 }, where: isUnexecuted });

/** Returns whether a decision is needed. */
const isOpen = ({ entryId, status, approval }: Transaction): boolean =>
  entryId === undefined &&
  status !== "CANCELED" &&
  (approval === undefined || isExpired(approval, Clock.nowMs()));

/**
 * Returns a page of the payments that need a decision, newest first. A page may be shorter than its limit.
 * @param after the id of the last payment of the previous page
 * @throws FORBIDDEN; INVALID_REQUEST if `after` is the id of no payment
 */
export async function listAwaiting(
  actor: LiveActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListPage<Transaction>> {
  checkAdministrator(actor);
  const last = after === undefined ? undefined : await Transactions.find(after);
  if (after !== undefined && !last) throw wrongCursor("after");
  const page = { limit, after: last && awaitingApproval.key(last) };
  const { items, next } = await listOf(awaitingApproval, {}, page);
  const found = await Table.getMany(items.map(Transactions.keyOf));
  const all = found.flatMap((item) => (item ? [transaction.parse(item)] : []));
  return {
    items: all.filter(isOpen),
    next: next && all.find((one) => one.transactionId === next.transactionId),
  };
}
