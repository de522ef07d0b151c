import { ADMINISTRATORS, assertHasRole } from "../../identity/account-status.ts";
import { isAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Users from "../../identity/users.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention } from "../../kernel/errors.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Transactions from "../records/index.ts";
import type { Approval, Transaction } from "../records/schema.ts";
import type { AwaitingSecond, Validated } from "./schema.ts";

/** Approvals by two administrators, and the audit trail of decisions. */

/** The lifetime of a first approval. Its grounds may change later. */
const WAITS_MS = 24 * HOUR_MS;

export type First = NonNullable<Transaction["firstApproval"]>;

/** Returns another administrator's pending approval. Ignores one whose author may no longer approve: without the role, blocked or deleted. */
export async function findFirst(
  { firstApproval }: Transaction,
  actor: LiveActor,
): Promise<First | undefined> {
  if (!firstApproval || firstApproval.by === actor.userId || isOver(firstApproval)) return undefined;
  const first = await Users.fromId(firstApproval.by);
  return first && isAdministrator(first) && !first.blocked ? firstApproval : undefined;
}

const isOver = ({ expiresAt }: First): boolean => expiresAt <= Clock.nowIso();

/**
 * Records an approval for a second administrator. The actor's own pending approval stays.
 * @throws FORBIDDEN, CONTENTION if the payment changed concurrently; AlreadyDone
 */
export async function recordFirst(
  actor: LiveActor,
  one: Transaction,
  { reason, head }: { readonly reason: string; readonly head: Table.Item | undefined },
  claim?: Idempotency.Claim<Validated | AwaitingSecond>,
): Promise<AwaitingSecond> {
  const before = one.firstApproval;
  const nowMs = Clock.nowMs();
  const isMine = before?.by === actor.userId && !isOver(before);
  const first: First = isMine
    ? before
    : {
        by: actor.userId,
        at: toIso(nowMs),
        reason,
        expiresAt: toIso(nowMs + WAITS_MS),
      };
  const { by, at, expiresAt } = first;
  const awaiting = { id: one.transactionId, pendingApproval: { by, at, expiresAt } };
  const recorded = Idempotency.recordWrites(claim, awaiting);
  if (isMine) await Table.commit(recorded);
  else {
    const writes = [
      ...recorded,
      {
        update: Transactions.keyOf(one),
        set: { firstApproval: first },
        where: Where.all(
          Where.is({ "approval.at": one.approval?.at, entryId: undefined }),
          isUnchanged(before),
          Where.isNot("status", "CANCELED"),
        ),
        onConditionFailed: Contention,
      },
      assertHasRole(ADMINISTRATORS, actor),
    ];
    await Trail.record(actor, auditRecord(one, "payment-approval-asked", { reason }), writes, { head });
  }
  return awaiting;
}

const isUnchanged = (first: First | undefined): Where.Where =>
  first
    ? Where.is({ "firstApproval.by": first.by, "firstApproval.at": first.at })
    : Where.lacks("firstApproval");

/**
 * Records a new decision.
 * @throws FORBIDDEN, CONTENTION; ConditionFailed after a concurrent decision
 */
export function recordDecision(
  actor: LiveActor,
  one: Transaction,
  {
    wanted,
    change,
    first,
    head,
  }: {
    readonly wanted: Pick<Approval, "action" | "reason">;
    readonly change: Transactions.Change;
    readonly first: First | undefined;
    readonly head: Table.Item | undefined;
  },
): Promise<void> {
  const { action, reason } = wanted;
  const about = { action, ...(first && { firstApprovedBy: first.by }) };
  const writes = [
    {
      ...change,
      update: Transactions.keyOf(one),
      set: { ...change.set, firstApproval: undefined },
      where: Where.all(change.where, ...(first ? [isUnchanged(first)] : [])),
    },
    assertHasRole(ADMINISTRATORS, actor),
    // Both must be administrators at the decision.
    ...(first ? [assertHasRole(ADMINISTRATORS, { userId: first.by }, Contention)] : []),
  ];
  return Trail.record(actor, auditRecord(one, "payment-decided", { reason, about }), writes, { head });
}

const auditRecord = (
  { transactionId, userId, amountMinor, currency }: Transaction,
  deed: "payment-decided" | "payment-approval-asked",
  { reason, about = {} }: { readonly reason: string; readonly about?: Readonly<Record<string, string>> },
) => ({
  ...{ deed, to: userId, reason },
  about: {
    paymentId: transactionId,
    amount: Assets.format(amountMinor, currency),
    asset: currency,
    ...about,
  },
});
