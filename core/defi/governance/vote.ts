import * as z from "zod";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, type SvcError } from "../../kernel/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { castVote } from "./entity.ts";
import { AlreadyVoted, ProposalNotActive } from "./errors.ts";
import * as Hash from "./hash.ts";
import { headKey, headOf } from "./head.ts";
import { powerAt } from "./power.ts";
import { type Head, type Vote, type VoteType, voteTypes } from "./schema.ts";
import { snapshotMs, statusOf } from "./status.ts";
import { counting, NOTHING, shardOf, tallies } from "./tally.ts";

/** Voting: once for each account and proposal, with the power that the account had at the proposal's snapshot. */

const MAX_ATTEMPTS = 30;

export interface Ballot {
  readonly voteType: VoteType;
  readonly reason?: string | undefined;
}

const voteItem = z.object({ voteType: z.enum(voteTypes), power: z.bigint(), votedAt: z.string() });

/**
 * Votes. A vote without any power is counted with none, as in Compound's Governor Bravo.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_NOT_ACTIVE, ALREADY_VOTED, CONTENTION
 */
export async function vote(
  actor: UserActor,
  proposalId: string,
  { voteType, reason }: Ballot,
  claim?: Idempotency.Claim<Vote>,
): Promise<Vote> {
  const voterId = actor.userId;
  const voteKey = castVote.key({ proposalId, shard: shardOf(voterId), userId: voterId });
  const [item, before] = await Table.getMany([headKey(proposalId), voteKey]);
  const head = headOf(item);
  if (before) return Idempotency.refuse(alreadyVoted(before), claim);
  checkActive(head);
  const { total: power } = await powerAt(voterId, snapshotMs(head));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // Looking up the power and each pause take their time: immediately before every transaction the time is looked at again.
    // What is sent in time may be committed a moment after the end: it counts, unless the shards are closed by then.
    checkActive(head);
    const cast = { proposalId, voterId, voteType, power, reason, votedAt: Clock.nowIso() };
    const whole: Vote = { ...cast, transactionHash: Hash.ofVote(cast) };
    if (await counted(whole, voteKey, claim)) return whole;
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Contention);
}

/** @throws PROPOSAL_NOT_ACTIVE */
function checkActive(head: Head): void {
  const status = statusOf(head, head.tally ?? NOTHING, Clock.nowMs());
  if (status !== "active") throw notActive(head, status);
}

const notActive = ({ startMs, endMs }: Head, status: string): SvcError =>
  fail(ProposalNotActive, {
    details: {
      status,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(endMs).toISOString(),
    },
  });

function alreadyVoted(item: Table.Item): SvcError {
  const { voteType, votedAt } = voteItem.parse(item);
  return fail(AlreadyVoted, { details: { voteType, timestamp: votedAt } });
}

/** @returns whether it was written; another attempt may do it where not. @throws ALREADY_VOTED, PROPOSAL_NOT_ACTIVE */
async function counted(
  whole: Vote,
  voteKey: Key,
  claim: Idempotency.Claim<Vote> | undefined,
): Promise<boolean> {
  const { proposalId, voterId, voteType, power } = whole;
  try {
    await Table.transact([
      { put: { ...voteKey, ...whole }, condition: "attribute_not_exists(pk)" },
      counting(proposalId, voterId, voteType, power),
      ...(claim ? [Idempotency.record(claim, whole)] : []),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    if (claim) Idempotency.rethrowIfDone(error, 2);
    const [voted, closed] = error.refusals;
    if (voted?.code === "ConditionalCheckFailed") throw alreadyVoted(voted.item ?? {});
    if (closed?.code === "ConditionalCheckFailed") throw await closedNow(proposalId);
    if (!error.transient) throw error;
    return false;
  }
}

/** Voting was closed while the vote was on its way. */
async function closedNow(proposalId: string): Promise<SvcError> {
  const head = headOf(await Table.get(headKey(proposalId)));
  const tally = head.tally ?? (await tallies([proposalId])).get(proposalId) ?? NOTHING;
  return notActive(head, statusOf(head, tally, Clock.nowMs()));
}
