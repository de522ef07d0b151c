import { checkAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
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
import { carryOut } from "./intent.ts";
import { receiverOf } from "./parties.ts";
import type { AwaitingSecond, Validated, Validation } from "./schema.ts";
import * as Second from "./second-approval.ts";
import { type Action, isExpired } from "./states.ts";

/**
 * An administrator's decision on a payment that needs one. It is recorded before it is carried out, so of two
 * decisions one counts; where the provider fails, the same decision can be carried out again, but never the
 * other one.
 */

/** Longer than a function may run: while a decision is being carried out, nobody else does it. */
const BUSY_MS = 60_000;

/**
 * Approves a payment, which takes the money, or rejects it, which calls it off. An approval waits 7 days for
 * its customer to authorise the payment. With four eyes, whoever pays or is paid does not decide, and an approval
 * takes two.
 * @throws FORBIDDEN, PAYMENT_NOT_FOUND, OWN_PAYMENT, APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED,
 *   PAYMENT_FLAGGED; as `Psp.call`; AlreadyDone
 */
export async function validate(
  actor: LiveActor,
  { paymentId, action, reason }: Validation,
  claim?: Idempotency.Claim<Validated | AwaitingSecond>,
): Promise<Validated | AwaitingSecond> {
  checkAdministrator(actor);
  const one = await Transactions.find(paymentId);
  if (one?.type !== "payment") throw fail(PaymentNotFound);
  check(one, action);
  if (needsFourEyes() && (await isInvolved(one, actor.userId))) throw fail(OwnPayment);
  const isFirst = action === "approve" && needsFourEyes() && isUndecided(one);
  const first = isFirst ? await Second.firstOf(one, actor) : undefined;
  if (isFirst && !first) return Second.ask(actor, one, reason, claim);
  const decided = await decide(actor, one, { action, reason, by: actor.userId, at: Clock.nowIso() }, first);
  const { approval } = decided;
  const intent = await carriedOut(decided);
  const validated: Validated = {
    id: paymentId,
    status: intent.status,
    validatedAt: approval.at,
    validatedBy: approval.by,
  };
  // Whoever dies before this gets ALREADY_DECIDED at the next try: a 409 too.
  if (claim) await Idempotency.keep(claim, validated);
  return validated;
}

/** Whether there is a new decision to make, not one to carry out once more. */
const isUndecided = ({ approval }: Transaction): boolean => !approval || isSpent(approval);

type Decided = Transaction & { readonly approval: Approval };

const isInvolved = async (one: Transaction, userId: string): Promise<boolean> =>
  one.userId === userId || (await receiverOf(one)).ownerId === userId;

/**
 * Records a decision, or takes up again the same one that could not be carried out; that one stays whose it
 * was.
 */
async function decide(
  actor: LiveActor,
  one: Transaction,
  wanted: Pick<Approval, "action" | "by" | "at" | "reason">,
  first: Second.First | undefined,
): Promise<Decided> {
  const busyBy = Ids.secret(12);
  const change = claiming(one, wanted, busyBy);
  if (isUndecided(one)) await Table.tryCommit(Second.deciding(actor, one, { wanted, change, first }));
  else await Transactions.change(one, change);
  const now = await Transactions.read(one);
  // Also where the write was refused: its first answer may have been lost.
  if (now.approval?.busyBy === busyBy) return { ...now, approval: now.approval };
  // Somebody was faster: the record says with what.
  check(now, wanted.action);
  throw decidedBefore(now);
}

/** The change that makes a decision ours to carry out, where things are still as they were read. */
function claiming(
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

/** Whether there is something to decide. @throws APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED */
function check(one: Transaction, action: Action): void {
  const { approval, entryId, status } = one;
  if (!one.needsApproval) throw fail(ApprovalNotNeeded);
  const open = !approval || isSpent(approval) || (approval.action === action && isUnfinished(approval));
  if (!open) throw decidedBefore(one);
  if (entryId !== undefined || status === "CANCELED") throw closed(status);
}

/** Whether an approval has waited for its customer too long: there is a new decision to make. */
const isSpent = (approval: Approval): boolean => !isBusy(approval) && isExpired(approval, Clock.nowMs());

const isBusy = ({ busyUntilMs = 0n }: Approval): boolean => busyUntilMs > BigInt(Clock.nowMs());

/** Whether a decision was begun and not carried out: its provider failed, or whoever was at it died. */
const isUnfinished = (approval: Approval): boolean =>
  approval.doneAt === undefined && approval.busyUntilMs !== undefined && !isBusy(approval);

const decidedBefore = ({ approval }: Transaction): SvcError =>
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

const closed = (status: string): SvcError =>
  fail(PaymentClosed, { details: { fields: [{ field: "status", message: same(status.toLowerCase()) }] } });

/** Does what was decided. Whatever goes wrong, the same decision can be carried out again at once. */
async function carriedOut(one: Decided): Promise<Stripe.PaymentIntent> {
  const { action } = one.approval;
  try {
    const { intent, settled } = await carryOut(one);
    if (settled === "flagged") throw await flagged(one);
    // Somebody else did the opposite at the provider.
    if (intent.status === (action === "approve" ? "canceled" : "succeeded")) throw closed(intent.status);
    if (action === "reject" && intent.status !== "canceled") throw fail(StateConflict);
    if (intent.status !== "succeeded" && intent.status !== "canceled") await wait(one);
    return intent;
  } catch (error) {
    await release(one).catch((cause: unknown) =>
      log.warn("a decision can be repeated a minute from now only", {
        paymentId: one.transactionId,
        error: cause,
      }),
    );
    throw error;
  }
}

async function flagged(one: Transaction): Promise<SvcError> {
  const { flagged = "" } = await Transactions.read(one);
  return fail(PaymentFlagged, { details: { fields: [{ field: "flagged", message: same(flagged) }] } });
}

const undone = Where.all(Where.has("approval"), Where.lacks("approval.doneAt"));

/** The approval waits for the customer: there is nothing to repeat. */
const wait = (one: Transaction) =>
  Transactions.change(one, {
    set: { "approval.busyUntilMs": undefined, "approval.busyBy": undefined },
    where: undone,
  });

const release = (one: Transaction) =>
  Transactions.change(one, { set: { "approval.busyUntilMs": 0 }, where: undone });

/** Whether there is something to decide. */
const isOpen = ({ entryId, status, approval }: Transaction): boolean =>
  entryId === undefined &&
  status !== "CANCELED" &&
  (approval === undefined || isExpired(approval, Clock.nowMs()));

/**
 * A page of them, newest first. It may be shorter than was asked for, and have a next one.
 * @param after the id of the payment that the page before ended with
 * @throws FORBIDDEN
 */
export async function awaiting(
  actor: LiveActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListPage<Transaction>> {
  checkAdministrator(actor);
  const last = after === undefined ? undefined : await Transactions.find(after);
  const page = { limit, after: last && awaitingApproval.key(last) };
  const { items, next } = await listOf(awaitingApproval, {}, page);
  const found = await Table.getMany(items.map(Transactions.keyOf));
  const all = found.flatMap((item) => (item ? [transaction.parse(item)] : []));
  return {
    items: all.filter(isOpen),
    next: next && all.find((one) => one.transactionId === next.transactionId),
  };
}
