import pMap from "p-map";
import type { UserActor } from "../../identity/actor.ts";
import * as People from "../../identity/sandboxes/people.ts";
import { assertUnchanged } from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Address from "../addresses/index.ts";
import { delegation as delegationEntity, delegatorCount } from "./entity.ts";
import { DelegatorLimit, InsufficientVotingPower, InvalidDelegate } from "./errors.ts";
import { delegationDisplaced, formatPower } from "./events.ts";
import {
  type Delegation,
  delegableOf,
  delegationKey,
  delegationNow,
  delegationOf,
  delegationWrites,
  delegatorsNow,
  endWrites,
  ownNow,
  startWrite,
} from "./power.ts";
import { DISPLACING_PERCENT, LEAST_DELEGATED, MAX_DELEGATORS } from "./schema.ts";

/**
 * Delegation: an account's whole power goes to one other account until the delegation is revoked or changed. It counts
 * in votes whose snapshot is at or after its start.
 */

/** The owner's view of an account's delegation, and the number of accounts that have delegated to this one. */
export type DelegationView = Readonly<ReturnType<typeof view>>;

const view = ({ userId }: Owner, { delegateId, sinceMs }: Delegation, delegators: number) => ({
  userId,
  delegateId,
  since: delegateId === undefined ? undefined : toIso(sinceMs),
  delegators,
});

const countKey = ({ mode, userId }: Owner) => delegatorCount.key({ mode, delegateId: userId });

async function current(
  owner: Owner,
): Promise<{ readonly delegation: Delegation; readonly delegators: number }> {
  const [item, count] = await Table.getMany([delegationKey(owner), countKey(owner)]);
  return { delegation: delegationOf(item), delegators: count ? delegatorCount.parse(count).count : 0 };
}

export async function read(actor: UserActor): Promise<DelegationView> {
  const { delegation, delegators } = await current(actor);
  return view(actor, delegation, delegators);
}

/**
 * Delegates the actor's power to an account, or revokes the delegation if the account is the actor's own. Requires at
 * least one token. If the delegate has the maximum of delegators, the actor may displace the weakest one.
 * @param to the account's address
 * @throws INVALID_DELEGATE, INSUFFICIENT_VOTING_POWER, DELEGATOR_LIMIT_REACHED, CONTENTION; AlreadyDone
 */
export async function set(
  actor: UserActor,
  to: string,
  claim?: Idempotency.Claim<DelegationView>,
): Promise<DelegationView> {
  const delegateId = Address.userOf(to);
  if (delegateId === undefined) throw fail(InvalidDelegate, { details: { delegatee: to } });
  if (delegateId === actor.userId) return remove(actor, claim);
  const [delegate, power] = await Promise.all([People.fromId(actor.mode, delegateId), delegablePower(actor)]);
  if (!delegate) throw fail(InvalidDelegate, { details: { delegatee: to } });
  if (power < LEAST_DELEGATED) throw belowMinimum(power);
  return recover(DelegatorLimit, change(actor, delegateId, claim), () => displace(actor, delegateId, claim));
}

/** Returns the power that a user can delegate now. */
const delegablePower = async (owner: Owner): Promise<BaseUnits> => delegableOf(await ownNow(owner));

/**
 * Displaces a delegate's weakest delegator and notifies that user, so that accounts with minimal power cannot block a
 * delegate. Each attempt ranks the delegators again and takes the smaller of the actor's powers before and after the
 * ranking, so that a stake that moves between accounts cannot displace more than one delegator.
 * @throws DELEGATOR_LIMIT_REACHED unless the actor's power is at least 10 percent above the weakest delegator's
 */
function displace(
  actor: UserActor,
  delegateId: string,
  claim: Idempotency.Claim<DelegationView> | undefined,
): Promise<DelegationView> {
  const { mode } = actor;
  return Table.change(
    async () => {
      const before = await delegablePower(actor);
      const [own, weakest] = await Promise.all([current(actor), weakestOf({ mode, userId: delegateId })]);
      const after = await delegablePower(actor);
      return { ...own, power: before < after ? before : after, weakest };
    },
    ({ delegation, delegators, power, weakest }) => {
      // A concurrent request has already delegated to the same account.
      if (delegation.delegateId === delegateId) {
        const result = view(actor, delegation, delegators);
        return { writes: Idempotency.recordWrites(claim, result), result };
      }
      if (!weakest || power * 100n < weakest.power * DISPLACING_PERCENT)
        throw fail(DelegatorLimit, { details: { limit: MAX_DELEGATORS } });
      const next = nextOf(delegation, delegateId);
      const result = view(actor, next, delegators);
      const { owner, displaced } = weakest;
      const { userId } = owner;
      const endMs = Math.max(next.sinceMs, displaced.sinceMs);
      const interval = { mode, delegateId, delegatorId: userId, sinceMs: displaced.sinceMs };
      const writes = [
        ...Idempotency.recordWrites(claim, result),
        assertUnchanged(actor),
        startWrite({ mode, delegateId, delegatorId: actor.userId, sinceMs: next.sinceMs }),
        ...delegationWrites(actor, delegation, next),
        ...leaveWrites(actor, delegation, next.sinceMs),
        ...delegationWrites(owner, displaced, { ...nextOf(displaced, undefined), sinceMs: endMs }),
        ...endWrites(interval, endMs),
        Outbox.write(delegationDisplaced, { mode, userId, delegatee: Address.ofUser(delegateId) }),
      ];
      return { writes, result };
    },
  );
}

interface Delegator {
  readonly owner: Owner;
  readonly power: BaseUnits;
  readonly displaced: Delegation;
}

/** Returns the delegator with the least power. */
async function weakestOf({ mode, userId: delegateId }: Owner): Promise<Delegator | undefined> {
  const ids = await delegatorsNow({ mode, userId: delegateId });
  const ranked = await pMap(
    ids.map((userId) => ({ mode, userId })),
    async (owner) => ({ owner, power: await delegablePower(owner) }),
    { concurrency: 25 },
  );
  for (const one of ranked.toSorted((a, b) => (a.power < b.power ? -1 : 1))) {
    const displaced = await delegationNow(one.owner);
    if (displaced.delegateId === delegateId) return { ...one, displaced };
  }
  return undefined;
}

const belowMinimum = (power: bigint): SvcError =>
  fail(InsufficientVotingPower, {
    message: text(
      "Your own voting power is below the minimum required to delegate it. Increase it first.",
      "Votre propre pouvoir de vote est inférieur au minimum requis pour le déléguer. Augmentez-le d'abord.",
    ),
    details: { required: formatPower(LEAST_DELEGATED), votingPower: formatPower(power) },
  });

/** Revokes the actor's delegation. Does nothing if the power is not delegated. @throws CONTENTION; AlreadyDone */
export const remove = (
  actor: UserActor,
  claim?: Idempotency.Claim<DelegationView>,
): Promise<DelegationView> => change(actor, undefined, claim);

const change = (
  actor: UserActor,
  delegateId: string | undefined,
  claim: Idempotency.Claim<DelegationView> | undefined,
): Promise<DelegationView> =>
  Table.change(
    () => current(actor),
    ({ delegation, delegators }) => {
      const next = delegation.delegateId === delegateId ? delegation : nextOf(delegation, delegateId);
      const result = view(actor, next, delegators);
      const writes =
        next === delegation ? [] : [assertUnchanged(actor), ...changeWrites(actor, delegation, next)];
      return { writes: [...Idempotency.recordWrites(claim, result), ...writes], result };
    },
  );

/** Returns the delegation after a change. Its time never decreases, although servers' clocks may differ. */
const nextOf = ({ sinceMs, version }: Delegation, delegateId: string | undefined): Delegation => ({
  delegateId,
  sinceMs: Math.max(Clock.nowMs(), sinceMs),
  version: version + 1n,
});

function changeWrites({ mode, userId }: Owner, before: Delegation, next: Delegation): Table.Write[] {
  const { sinceMs } = next;
  const to = next.delegateId;
  const interval = { mode, delegatorId: userId };
  return [
    ...(to === undefined
      ? []
      : [countWrite({ mode, userId: to }), startWrite({ ...interval, delegateId: to, sinceMs })]),
    ...delegationWrites({ mode, userId }, before, next),
    ...leaveWrites({ mode, userId }, before, sinceMs),
  ];
}

/** Returns the writes that end a delegation. Empty if the user has not delegated. */
const leaveWrites = (
  { mode, userId }: Owner,
  { delegateId, sinceMs }: Delegation,
  untilMs: number,
): Table.Write[] =>
  delegateId === undefined
    ? []
    : [
        { update: countKey({ mode, userId: delegateId }), add: { count: -1 } },
        ...endWrites({ mode, delegatorId: userId, delegateId, sinceMs }, untilMs),
      ];

/**
 * Returns the writes that end a user's delegation when the account is handed over. They fail if the delegation changes
 * concurrently.
 */
export async function endDelegationWrites(owner: Owner): Promise<Table.Write[]> {
  const delegation = await delegationNow(owner);
  return delegation.delegateId === undefined
    ? [{ check: delegationKey(owner), where: delegationEntity.unchanged(delegation) }]
    : changeWrites(owner, delegation, nextOf(delegation, undefined));
}

const countWrite = (delegate: Owner): Table.Write => ({
  update: countKey(delegate),
  add: { count: 1 },
  where: Where.any(Where.lacks("count"), Where.below("count", MAX_DELEGATORS)),
  onConditionFailed: () => fail(DelegatorLimit, { details: { limit: MAX_DELEGATORS } }),
});
