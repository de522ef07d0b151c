import * as Clock from "../clock/index.ts";
import { fail, type SvcError } from "../errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import type { UserActor } from "../identity/actor.ts";
import { log } from "../platform/log.ts";
import { StateConflict } from "../platform/psp/errors.ts";
import type { Stripe } from "../platform/psp/index.ts";
import * as Table from "../platform/table.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import type { Action } from "./decision.ts";
import { AlreadyDecided, ApprovalNotNeeded, PaymentClosed, PaymentNotFound } from "./errors.ts";
import { carryOut } from "./learn.ts";
import * as Record from "./record.ts";
import type { Validated, Validation } from "./schema.ts";

/**
 * An administrator's decision on a payment that needs one. It is recorded before it is carried out, so of two decisions one counts;
 * and where the provider fails, the same decision can be carried out again, but never the other one: who knows what was done.
 */

/** Longer than a function may run: while a decision is being carried out, nobody else does it. */
const BUSY_MS = 60_000;

/**
 * Approves a payment, which takes the money, or rejects it, which calls it off. The approval of a payment that its customer has not
 * authorised yet is kept: the money is taken when that happens.
 * @throws PAYMENT_NOT_FOUND, APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED; as `Psp.call`; AlreadyDone
 */
export async function validate(
  actor: UserActor,
  { paymentId, action, reason }: Validation,
  claim?: Idempotency.Claim<Validated>,
): Promise<Validated> {
  const one = await Transactions.find(paymentId);
  if (one?.type !== "payment") throw fail(PaymentNotFound);
  const decided = await decide(one, { action, reason, by: actor.userId, at: Clock.nowIso() });
  const { approval } = decided;
  const intent = await carriedOut(decided);
  const validated: Validated = {
    id: paymentId,
    status: intent.status,
    validatedAt: approval.at,
    validatedBy: approval.by,
  };
  if (claim) await keep(claim, validated);
  return validated;
}

type Approval = NonNullable<Transaction["approval"]>;
type Decided = Transaction & { readonly approval: Approval };

/** Records a decision, or takes up again the same one that could not be carried out; that one stays whose it was. */
async function decide(
  one: Transaction,
  approval: Omit<Approval, "busyUntilMs" | "doneAt">,
): Promise<Decided> {
  check(one, approval.action);
  const nowMs = Clock.nowMs();
  const fresh = one.approval === undefined;
  const after = await Record.change(one, {
    update: fresh ? "SET approval = :approval" : "SET approval.busyUntilMs = :busy",
    condition:
      "attribute_exists(pk) AND attribute_not_exists(entryId) AND #status <> :canceled AND " +
      (fresh
        ? "attribute_not_exists(approval)"
        : "approval.#action = :action AND attribute_not_exists(approval.doneAt) AND approval.busyUntilMs <= :now"),
    names: { "#status": "status", ...(!fresh && { "#action": "action" }) },
    values: {
      ":canceled": "CANCELED",
      ...(fresh
        ? { ":approval": { ...approval, busyUntilMs: nowMs + BUSY_MS } }
        : { ":action": approval.action, ":busy": nowMs + BUSY_MS, ":now": nowMs }),
    },
  });
  if (after?.approval) return { ...after, approval: after.approval };
  // Somebody was faster: what stands there now says with what.
  const now = await Record.read(one);
  check(now, approval.action);
  throw decidedBefore(now);
}

/** Whether there is something to decide. @throws APPROVAL_NOT_NEEDED, ALREADY_DECIDED, PAYMENT_CLOSED */
function check(one: Transaction, action: Action): void {
  const { approval, entryId, status } = one;
  if (!one.needsApproval) throw fail(ApprovalNotNeeded);
  if (approval && !(approval.action === action && isUnfinished(approval))) throw decidedBefore(one);
  if (entryId !== undefined || status === "CANCELED") throw closed(status);
}

/** Whether a decision was begun and not carried out: its provider failed, or whoever was at it died. */
const isUnfinished = ({ doneAt, busyUntilMs }: Approval): boolean =>
  doneAt === undefined && busyUntilMs !== undefined && busyUntilMs <= BigInt(Clock.nowMs());

const decidedBefore = ({ approval }: Transaction): SvcError =>
  fail(AlreadyDecided, {
    details: {
      fields: approval
        ? [
            { field: "action", message: approval.action },
            { field: "validatedAt", message: approval.at },
            { field: "validatedBy", message: approval.by },
          ]
        : [],
    },
  });

const closed = (status: string): SvcError =>
  fail(PaymentClosed, { details: { fields: [{ field: "status", message: status.toLowerCase() }] } });

/** Does what was decided. Whatever goes wrong, the same decision can be carried out again at once. */
async function carriedOut(one: Decided): Promise<Stripe.PaymentIntent> {
  const { action } = one.approval;
  try {
    const intent = await carryOut(one);
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

const UNDONE = "attribute_exists(approval) AND attribute_not_exists(approval.doneAt)";

/** The approval stands, and waits for the customer: there is nothing to repeat. */
const wait = (one: Transaction) =>
  Record.change(one, { update: "REMOVE approval.busyUntilMs", condition: UNDONE });

const release = (one: Transaction) =>
  Record.change(one, {
    update: "SET approval.busyUntilMs = :never",
    condition: UNDONE,
    values: { ":never": 0 },
  });

/** Keeps the answer under the client's key. Whoever dies before is told ALREADY_DECIDED at the next try: a 409 too. */
async function keep(claim: Idempotency.Claim<Validated>, validated: Validated): Promise<void> {
  try {
    await Table.transact([Idempotency.record(claim, validated)]);
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    Idempotency.rethrowIfDone(error, 0);
    if (!error.transient) throw error;
  }
}
