import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Actions from "./actions/index.ts";
import { proposalBody } from "./entity.ts";
import { InsufficientVotingPower } from "./errors.ts";
import * as Hash from "./hash.ts";
import { dueAt, headKey } from "./head.ts";
import { parameters, quorumOf } from "./parameters.ts";
import { powerNow } from "./power.ts";
import type { Body, Created, Draft, Head } from "./schema.ts";
import { shownPower } from "./told.ts";

/**
 * Governance (spec 2, sections 2.5, 3 and 4.5): holders of the platform's token propose, vote, and what passes takes effect.
 * Here proposals are made; `proposals.ts` shows them, `vote.ts`, `cancel.ts` and `advance.ts` take them to their end.
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
    Actions.check(draft.actions),
    parameters.read(),
    powerNow(actor.userId),
  ]);
  if (total < terms.proposalThreshold) {
    throw fail(InsufficientVotingPower, {
      details: { required: shownPower(terms.proposalThreshold), votingPower: shownPower(total) },
    });
  }
  const head = begin(actor.userId, terms);
  const { title, description, category, discussionUrl } = draft;
  const said = { title, description, category, actions: [...actions], discussionUrl };
  const body: Body = { ...said, transactionHash: Hash.ofProposal(head, said) };
  return keep(head, body, claim);
}

/** A new proposal's head: all that it takes from the parameters holds for it from now on. */
function begin(proposerId: string, terms: Awaited<ReturnType<typeof parameters.read>>): Head {
  const createdMs = Clock.nowMs();
  const startMs = createdMs + Number(terms.votingDelaySeconds) * 1000;
  return {
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

async function keep(head: Head, body: Body, claim: Idempotency.Claim<Created> | undefined): Promise<Created> {
  const { proposalId, startMs, endMs } = head;
  const { title, transactionHash } = body;
  const created = { id: proposalId, title, startMs, endMs, transactionHash };
  await Table.transactPatiently(
    [
      { put: { ...headKey(proposalId), ...head, ...dueAt(startMs) }, condition: "attribute_not_exists(pk)" },
      { put: { ...proposalBody.key({ proposalId }), ...body } },
      ...(claim ? [Idempotency.record(claim, created)] : []),
    ],
    (refused) => Idempotency.rethrowIfDone(refused, 2),
  );
  return created;
}
