import type * as Proposals from "../../../contract/public/governance/proposals.ts";
import type * as Contract from "../../../contract/public/governance.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { DelegationView } from "../../../core/defi/governance/delegation.ts";
import type { Power } from "../../../core/defi/governance/power.ts";
import type { Proposal, Vote } from "../../../core/defi/governance/schema.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Clock from "../../../core/kernel/clock/ledger.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as Governance from "../../_views/governance.ts";
import { amountOf, objectOf } from "../_view.ts";

const powerOf = (units: bigint) => amountOf(units, Assets.native.symbol);

export function proposal(actor: UserActor, one: Proposal): ResultOf<typeof Proposals.list>["data"][number] {
  const shown = Governance.summary(one);
  return {
    ...objectOf("proposal", actor, shown),
    ...pick(shown, "title", "description", "category", "proposer", "status"),
    for_votes: powerOf(one.tally.for),
    against_votes: powerOf(one.tally.against),
    abstain_votes: powerOf(one.tally.abstain),
    quorum_votes: powerOf(one.state.quorum),
    starts_at: shown.startTime,
    ends_at: shown.endTime,
    snapshot_at: shown.snapshotTime,
    executable_at: shown.executableAt,
    executed_at: shown.executedAt,
    cancelled_at: shown.cancelledAt,
    cancel_reason: shown.cancelReason,
    execution_error: shown.executionError,
    discussion_url: shown.discussionUrl ?? null,
    transaction_hash: shown.transactionHash,
  };
}

export const proposalWithActions = (actor: UserActor, one: Proposal): ResultOf<typeof Proposals.read> => ({
  ...proposal(actor, one),
  actions: [...one.actions],
});

export function voted(actor: UserActor, vote: Vote): ResultOf<typeof Proposals.vote> {
  const shown = Governance.voted(vote);
  return {
    ...objectOf("vote", actor, { id: shown.transactionHash, createdAt: shown.timestamp }),
    proposal: shown.proposalId,
    voter: shown.voter,
    vote: shown.voteType,
    voting_power: powerOf(vote.power),
    reason: shown.reason ?? null,
    transaction_hash: shown.transactionHash,
  };
}

export function power(actor: UserActor, of: Power): ResultOf<typeof Contract.votingPower> {
  const shown = Governance.power(actor.userId, of);
  return {
    ...objectOf("voting_power", actor, { id: shown.address, createdAt: Clock.nowIso() }),
    address: shown.address,
    wallet_balance: powerOf(of.wallet),
    staked_balance: powerOf(of.staked),
    staking_multiplier: shown.stakingMultiplier,
    delegated_power: powerOf(of.delegated),
    total_power: powerOf(of.total),
    share_percent: shown.votingPowerPercent,
    delegated_to: shown.delegatedTo,
  };
}

export function delegation(actor: UserActor, of: DelegationView): ResultOf<typeof Contract.delegation> {
  const { address, delegatedTo, since, delegators } = Governance.delegation(of);
  return {
    ...objectOf("delegation", actor, { id: address, createdAt: since ?? Clock.nowIso() }),
    address,
    delegated_to: delegatedTo,
    since,
    delegators,
  };
}
