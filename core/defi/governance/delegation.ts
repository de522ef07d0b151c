import type { UserActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, type SvcError } from "../../kernel/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Address from "./address.ts";
import { begun, type Delegation, delegated, delegationKey, delegationOf, ended } from "./delegates.ts";
import { delegatorCount } from "./entity.ts";
import { DelegatorLimit, InsufficientVotingPower, InvalidDelegate } from "./errors.ts";
import { ownNow, weightOf } from "./power.ts";
import { LEAST_DELEGATED, MAX_DELEGATORS } from "./schema.ts";
import { shownPower } from "./told.ts";

/**
 * Delegation: an account's whole power goes to one other, until it is taken back or given to another. It counts in votes
 * whose snapshot lies at or after that instant.
 */

const MAX_ATTEMPTS = 30;

/** Whom an account delegates to, as its owner sees it. */
export interface Shown {
  readonly userId: string;
  /** A user's id; undefined where the power is the account's own. */
  readonly delegateId: string | undefined;
  /** ISO 8601; undefined where it is the account's own. */
  readonly since: string | undefined;
  /** How many have delegated to the account. */
  readonly delegators: number;
}

const countKey = (delegateId: string) => delegatorCount.key({ delegateId });

const shown = (
  userId: string,
  { delegateId, sinceMs }: Delegation,
  count: Table.Item | undefined,
): Shown => ({
  userId,
  delegateId,
  since: delegateId === undefined ? undefined : new Date(sinceMs).toISOString(),
  delegators: Number((count?.["count"] as bigint | undefined) ?? 0n),
});

/** Whom the actor delegates to now. */
export async function read({ userId }: UserActor): Promise<Shown> {
  const [item, count] = await Table.getMany([delegationKey(userId), countKey(userId)]);
  return shown(userId, delegationOf(item), count);
}

/**
 * Delegates the actor's power to an account; to the actor's own takes it back. Who delegates has a token at that moment:
 * accounts without any cannot fill a delegate's places.
 * @param to the account's address
 * @throws INVALID_DELEGATE, INSUFFICIENT_VOTING_POWER, DELEGATOR_LIMIT_REACHED, CONTENTION
 */
export async function set(actor: UserActor, to: string, claim?: Idempotency.Claim<Shown>): Promise<Shown> {
  const delegateId = Address.userOf(to);
  if (delegateId === undefined) throw fail(InvalidDelegate, { details: { delegatee: to } });
  if (delegateId === actor.userId) return remove(actor, claim);
  const [delegate, own] = await Promise.all([Users.fromId(delegateId), ownNow(actor.userId)]);
  if (!delegate) throw fail(InvalidDelegate, { details: { delegatee: to } });
  if (weightOf(own) < LEAST_DELEGATED) return Idempotency.refuse(tooLittle(weightOf(own)), claim);
  return change(actor, delegateId, claim);
}

const tooLittle = (power: bigint): SvcError =>
  fail(InsufficientVotingPower, {
    message: "Your own voting power is below what it takes to delegate it.",
    details: { required: shownPower(LEAST_DELEGATED), votingPower: shownPower(power) },
  });

/** Takes the actor's power back; nothing where it is the actor's own. @throws CONTENTION */
export const remove = (actor: UserActor, claim?: Idempotency.Claim<Shown>): Promise<Shown> =>
  change(actor, undefined, claim);

async function change(
  { userId }: UserActor,
  delegateId: string | undefined,
  claim: Idempotency.Claim<Shown> | undefined,
): Promise<Shown> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const [item, count] = await Table.getMany([delegationKey(userId), countKey(userId)]);
    const seen = delegationOf(item);
    const next = nextOf(seen, delegateId);
    const result = shown(userId, next, count);
    const writes = next === seen ? [] : changing(userId, seen, next);
    if (await tried(writes, result, claim)) return result;
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Contention);
}

/** The delegation after the change; the same one where there is nothing to change. Never goes back in time. */
function nextOf(seen: Delegation, delegateId: string | undefined): Delegation {
  if (seen.delegateId === delegateId) return seen;
  return { delegateId, sinceMs: Math.max(Clock.nowMs(), seen.sinceMs), version: seen.version + 1n };
}

/** The count of the new delegate comes first: its refusal is told from the others' by its place. */
function changing(userId: string, seen: Delegation, { delegateId, sinceMs }: Delegation): Table.Write[] {
  return [
    ...(delegateId === undefined ? [] : [counted(delegateId, 1), begun(delegateId, userId, sinceMs)]),
    ...delegated(userId, seen, delegateId, sinceMs),
    ...(seen.delegateId === undefined
      ? []
      : [counted(seen.delegateId, -1), ...ended(seen.delegateId, userId, seen.sinceMs, sinceMs)]),
  ];
}

const counted = (delegateId: string, change: 1 | -1): Table.Write => ({
  update: {
    key: countKey(delegateId),
    update: "ADD #count :change",
    names: { "#count": "count" },
    ...(change === 1
      ? {
          condition: "attribute_not_exists(#count) OR #count < :most",
          values: { ":change": change, ":most": MAX_DELEGATORS },
        }
      : { values: { ":change": change } }),
  },
});

/** @returns whether it was written; another attempt may do it where not. @throws DELEGATOR_LIMIT_REACHED, AlreadyDone */
async function tried(
  writes: readonly Table.Write[],
  result: Shown,
  claim: Idempotency.Claim<Shown> | undefined,
): Promise<boolean> {
  const all = [...(claim ? [Idempotency.record(claim, result)] : []), ...writes];
  if (all.length === 0) return true;
  try {
    await Table.transact(all);
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    if (claim) Idempotency.rethrowIfDone(error, 0);
    const [first] = error.refusals.slice(claim ? 1 : 0);
    const full = first?.code === "ConditionalCheckFailed" && Number(first.item?.["count"]) >= MAX_DELEGATORS;
    if (full) throw fail(DelegatorLimit, { details: { limit: MAX_DELEGATORS } });
    return false;
  }
}
