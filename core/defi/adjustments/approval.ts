import { assertHasRole, STAFF } from "../../identity/account-status.ts";
import { isStaff, type UserActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { Forbidden, fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import { walletKey } from "../../ledger/accounts.ts";
import type { After } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { type CheckedAdjustment, requestedWrites } from "./checked.ts";
import { pendingAdjustment, request as requestEntity } from "./entity.ts";
import { ApprovalMismatch, ApprovalNotFound, OwnAdjustment } from "./errors.ts";
import type { Adjusted, Pending, Request } from "./schema.ts";
import { tallyKey, tallyWrite } from "./tally.ts";

/** Four eyes: one member of staff requests an adjustment, and another approves it by sending the same request. */

/** The validity of a request is limited, since the wallet may change. */
const VALIDITY_MS = 24 * HOUR_MS;

export const requestKey = (approvalId: string): Table.Key => requestEntity.key({ approvalId });

/**
 * Stores an adjustment until a second member of staff approves it. It counts against the requester's limit.
 * @throws WALLET_NOT_FOUND, ADJUSTMENT_LIMIT_EXCEEDED, CONTENTION; AlreadyDone
 */
export async function storeRequest(
  adjustment: CheckedAdjustment,
  cents: bigint,
  claim?: Idempotency.Claim<Adjusted | Pending>,
): Promise<Pending> {
  const { actor, wallet, walletId, operation, amount, reason, flagId } = adjustment;
  const nowMs = Clock.nowMs();
  const pending: Pending = {
    kind: "pending",
    approvalId: Ids.create("approval"),
    expiresAt: toIso(nowMs + VALIDITY_MS),
  };
  const request: Request = {
    approvalId: pending.approvalId,
    mode: actor.mode,
    walletId,
    operation,
    amount,
    reason,
    ...(flagId !== undefined && { flagId }),
    requestedBy: actor.userId,
    requestedAt: toIso(nowMs),
    expiresAt: pending.expiresAt,
  };
  return Table.change(
    () => Table.getMany([walletKey(wallet), tallyKey(actor), Trail.headKey(actor)]),
    ([owned, tally, head]) => {
      // The wallet of money in suspense may not exist: the money never reached it.
      if (!owned && flagId === undefined) throw fail(WalletNotFound);
      return {
        writes: [
          ...Idempotency.recordWrites(claim, pending),
          { put: requestEntity.item(request), where: Where.absent },
          { put: { ...pendingAdjustment.item(request), ttl: Math.floor((nowMs + 2 * VALIDITY_MS) / 1000) } },
          tallyWrite(actor, { cents, alone: false }, tally),
          ...requestedWrites(adjustment, request, head),
        ],
        result: pending,
      };
    },
  );
}

/**
 * Returns the request that an adjustment approves.
 * @throws APPROVAL_NOT_FOUND, OWN_ADJUSTMENT, APPROVAL_MISMATCH
 */
export function requestToApprove(adjustment: CheckedAdjustment, item: Table.Item | undefined): Request {
  const request = item && requestEntity.parse(item);
  const isPending =
    request?.walletId === adjustment.walletId && !request.approvedBy && request.expiresAt > Clock.nowIso();
  if (!isPending) throw fail(ApprovalNotFound);
  if (request.requestedBy === adjustment.actor.userId) throw fail(OwnAdjustment);
  const different = (["operation", "amount", "reason", "flagId"] as const).filter(
    (field) => request[field] !== adjustment[field],
  );
  if (different.length > 0)
    throw fail(ApprovalMismatch, {
      details: {
        fields: different.map((field) => ({
          field,
          message: text("differs from the request", "diffère de la demande"),
        })),
      },
    });
  return request;
}

/** Returns the writes that approve a request, once, while its requester is a member of staff. */
export const approvalWrites = (
  { actor }: CheckedAdjustment,
  { approvalId, requestedBy }: Request,
  { entryId }: After,
): readonly Table.Write[] => [
  {
    update: requestKey(approvalId),
    set: { approvedBy: actor.userId, approvedAt: Clock.nowIso(), entryId },
    where: Where.all(Where.exists, Where.lacks("approvedBy")),
  },
  { remove: pendingAdjustment.key({ approvalId }) },
  assertHasRole(STAFF, { userId: requestedBy }, ApprovalNotFound),
];

/**
 * Returns a page of the open requests, newest first. It may be short although there is a next page.
 * @param after the last `approvalId` of the previous page
 * @throws FORBIDDEN
 */
export async function list(actor: UserActor, { limit, after }: Trail.TrailPage): Promise<ListPage<Request>> {
  if (!isStaff(actor)) throw fail(Forbidden);
  const key = after === undefined ? undefined : pendingAdjustment.key({ approvalId: after });
  const { items, next } = await listOf(pendingAdjustment, {}, { limit, after: key });
  const found = await Table.getMany(items.map(({ approvalId }) => requestKey(approvalId)));
  const requests = found.flatMap((item) => (item ? [requestEntity.parse(item)] : []));
  const open = requests.filter((one) => !one.approvedBy && one.expiresAt > Clock.nowIso());
  return { items: open, next: next && requests.find((one) => one.approvalId === next.approvalId) };
}
