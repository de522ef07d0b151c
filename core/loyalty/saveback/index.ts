import { checkAdministrator, type LiveActor } from "../../identity/actor.ts";
import { ADMINISTRATORS, stillOf } from "../../identity/standing.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { payoutRequest, payoutWaiting } from "./entity.ts";
import * as Plans from "./plan.ts";
import type { Filters, PayoutRequest, Plan } from "./schema.ts";

/**
 * The payout of pending saveback for administrators: what it would pay, and asking for it. Nothing here moves
 * money: a person approves first.
 */

/** The plan and what is pending in all. @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export async function overview(actor: LiveActor, filters: Filters): Promise<Plans.Overview> {
  checkAdministrator(actor);
  return Plans.overview(filters);
}

/** A plan, and the request that was made for it where one was. */
export interface Answer {
  readonly plan: Plan;
  readonly requestId?: string | undefined;
}

/** The plan alone. @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export async function preview(actor: LiveActor, filters: Filters): Promise<Answer> {
  checkAdministrator(actor);
  return { plan: await Plans.plan(filters) };
}

/**
 * Asks for a payout: keeps the figures and the hash of its plan, for a person to approve.
 * @throws FORBIDDEN, LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND; AlreadyDone, for the chain to replay
 */
export async function request(
  actor: LiveActor,
  filters: Filters,
  claim?: Idempotency.Claim<Answer>,
): Promise<Answer> {
  checkAdministrator(actor);
  const plan = await Plans.plan(filters);
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
  // The lists are too long for a record, and are people's names: who asks for the first answer again gets it
  // without them.
  const kept = {
    requestId,
    plan: { ...plan, beneficiaries: [], perProgram: [], truncated: plan.rewards > 0 },
  };
  await Table.commit([
    ...Idempotency.recording(claim, kept),
    { put: payoutRequest.item(requested), where: Where.absent },
    { put: payoutWaiting.item({ requestId }), where: Where.absent },
    ...Trail.noting(actor, {
      deed: "saveback-payout-asked",
      about: { requestId, planHash: plan.hash, rewards: String(plan.rewards) },
    }),
    stillOf(ADMINISTRATORS, actor),
  ]);
  log.info("a saveback payout was asked for", { ...requested });
  return { requestId, plan };
}

/**
 * What payouts were asked for, newest first.
 * @param after the `requestId` that the page before ended with
 * @throws FORBIDDEN
 */
export async function requests(
  actor: LiveActor,
  { limit, after }: Trail.Wanted,
): Promise<ListPage<PayoutRequest>> {
  checkAdministrator(actor);
  const key = after === undefined ? undefined : payoutWaiting.key({ requestId: after });
  const { items, next } = await listOf(payoutWaiting, {}, { limit, after: key });
  const found = await Table.getMany(items.map(({ requestId }) => payoutRequest.key({ requestId })));
  const asked = found.flatMap((item) => (item ? [payoutRequest.parse(item)] : []));
  return { items: asked, next: next && asked.find((one) => one.requestId === next.requestId) };
}
