import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { parameters, quorumOf } from "../parameters/governance.ts";
import * as Actions from "./actions/index.ts";
import { proposalEvent } from "./api-events.ts";
import { proposalContent } from "./entity.ts";
import { InsufficientVotingPower } from "./errors.ts";
import * as Hash from "./hash.ts";
import { formatPower } from "./payload.ts";
import { powerNow } from "./power.ts";
import type { Created, Draft, Proposal, ProposalState } from "./schema.ts";
import { dueAt, stateKey } from "./state.ts";
import { NOTHING } from "./tally.ts";

/**
 * Governance (spec 2, sections 2.5, 3 and 4.5): holders of the platform's token propose, vote, and what
 * passes takes effect. Here proposals are made; `proposals.ts` shows them, `vote.ts`, `cancel.ts` and
 * `advance.ts` take them to their end.
 */

/**
 * Proposes. Who proposes has at least the threshold of voting power now, what others have delegated included.
 * @throws INVALID_ACTIONS, INSUFFICIENT_VOTING_POWER; AlreadyDone
 */
export async function create(
  actor: UserActor,
  draft: Draft,
  claim?: Idempotency.Claim<Created>,
): Promise<Created> {
  const [actions, terms, { total }] = await Promise.all([
    Actions.check(actor.mode, draft.actions),
    parameters.read(actor.mode),
    powerNow(actor),
  ]);
  if (total < terms.proposalThreshold) {
    throw fail(InsufficientVotingPower, {
      details: { required: formatPower(terms.proposalThreshold), votingPower: formatPower(total) },
    });
  }
  const state = newState(actor, terms);
  const { proposalId: id, startMs, endMs } = state;
  const { title, description, category, discussionUrl } = draft;
  const content = { title, description, category, actions: [...actions], discussionUrl };
  const transactionHash = Hash.ofProposal(state, content);
  const proposal: Proposal = { ...content, transactionHash, state, status: "pending", tally: NOTHING };
  const created: Created = { ...proposal, id, startMs, endMs };
  await Table.commit([
    ...Idempotency.recording(claim, created),
    { put: { ...stateKey(state), ...state, ...dueAt(id, startMs) }, where: Where.absent },
    { put: { ...proposalContent.key(state), ...content, transactionHash } },
    proposalEvent("proposal.created", state, proposal, "pending"),
  ]);
  return created;
}

/** A new proposal's state: all that it takes from the parameters holds for it from now on. */
function newState(
  { mode, userId: proposerId }: Owner,
  terms: Awaited<ReturnType<typeof parameters.read>>,
): ProposalState {
  const createdMs = Clock.nowMs();
  const startMs = createdMs + Number(terms.votingDelaySeconds) * 1000;
  return {
    mode,
    proposalId: Ids.create("proposal"),
    proposerId,
    createdMs,
    startMs,
    endMs: startMs + Number(terms.votingPeriodSeconds) * 1000,
    timelockMs: Number(terms.timelockSeconds) * 1000,
    threshold: terms.proposalThreshold,
    quorum: quorumOf(terms.quorumBps),
    attempts: 0,
    version: 1n,
  };
}
