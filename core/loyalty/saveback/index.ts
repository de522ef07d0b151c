import { ADMINISTRATORS, assertHasRole } from "../../identity/account-status.ts";
import { checkAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { awaitingPayout, payoutRequest } from "./entity.ts";
import * as Plans from "./plan.ts";
import type { Filters, PayoutRequest, Plan } from "./schema.ts";

/** Payouts of pending saveback, for administrators: preview and request. No money moves before an approval. */

/** Returns the plan and the totals of all pending rewards. @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export async function overview(actor: LiveActor, filters: Filters): Promise<Plans.Overview> {
  checkAdministrator(actor);
  return Plans.overview(filters);
}

export interface PayoutResponse {
  readonly plan: Plan;
  readonly requestId?: string | undefined;
}

/** Returns the plan. @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export async function preview(actor: LiveActor, filters: Filters): Promise<PayoutResponse> {
  checkAdministrator(actor);
  return { plan: await Plans.plan(filters) };
}

/**
 * Requests a payout: stores its plan's figures and hash for an approval.
 * @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND; AlreadyDone
 */
export async function request(
  actor: LiveActor,
  filters: Filters,
  claim?: Idempotency.Claim<PayoutResponse>,
): Promise<PayoutResponse> {
  checkAdministrator(actor);
  const [plan, head] = await Promise.all([Plans.plan(filters), Trail.readHead(actor)]);
  const requestId = Ids.create("approval");
  const requested: PayoutRequest = {
    requestId,
    requestedBy: actor.userId,
    requestedAt: Clock.nowIso(),
    status: "PENDING_HUMAN_APPROVAL",
    ...filters,
    computedAt: plan.computedAt,
    planHash: plan.hash,
    rewards: BigInt(plan.rewards),
    beneficiaryCount: BigInt(plan.beneficiaryCount),
    programCount: BigInt(plan.programCount),
    totals: plan.totals.map(({ asset, amountMinor }) => ({ asset, amountMinor })),
  };
  // The recorded response omits the lists, which are too long and contain personal data.
  const recorded = {
    requestId,
    plan: { ...plan, beneficiaries: [], perProgram: [], truncated: plan.rewards > 0 },
  };
  const about = { requestId, planHash: plan.hash, rewards: String(plan.rewards) };
  const writes = [
    ...Idempotency.recordWrites(claim, recorded),
    { put: payoutRequest.item(requested), where: Where.absent },
    { put: awaitingPayout.item({ requestId }), where: Where.absent },
    assertHasRole(ADMINISTRATORS, actor),
  ];
  await Trail.record(actor, { deed: "saveback-payout-asked", about }, writes, { head });
  log.info("saveback: payout requested, pays nothing before its approval", { ...requested });
  return { requestId, plan };
}

/**
 * Returns a page of requested payouts, newest first.
 * @param after the last `requestId` of the previous page
 * @throws FORBIDDEN
 */
export async function listRequests(
  actor: LiveActor,
  { limit, after }: Trail.TrailPage,
): Promise<ListPage<PayoutRequest>> {
  checkAdministrator(actor);
  const key = after === undefined ? undefined : awaitingPayout.key({ requestId: after });
  const { items, next } = await listOf(awaitingPayout, {}, { limit, after: key });
  const found = await Table.getMany(items.map(({ requestId }) => payoutRequest.key({ requestId })));
  const requests = found.flatMap((item) => (item ? [payoutRequest.parse(item)] : []));
  return { items: requests, next: next && requests.find((one) => one.requestId === next.requestId) };
}
