import type * as DelegationRoutes from "../../contract/defi/governance/delegation.ts";
import type * as ProposalRoutes from "../../contract/defi/governance/proposals.ts";
import type * as GovernanceRoutes from "../../contract/defi/governance.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Address from "../../core/defi/addresses/index.ts";
import { getPair } from "../../core/defi/exchange/pairs.ts";
import type { DelegationView } from "../../core/defi/governance/delegation.ts";
import { formatPower, votesOf } from "../../core/defi/governance/events.ts";
import type { Power } from "../../core/defi/governance/power.ts";
import type { Cancelled, Created, Page, Proposal, Vote } from "../../core/defi/governance/schema.ts";
import { etaMs, snapshotMs } from "../../core/defi/governance/status.ts";
import type { Treasury } from "../../core/defi/governance/treasury.ts";
import { type governanceParameters, quorumOf } from "../../core/defi/parameters/index.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { toIso } from "../../core/kernel/time.ts";
import * as Supply from "../../core/ledger/supply.ts";

/** Views of governance: addresses for accounts, decimal strings for voting power, ISO 8601 for instants. */

export const summary = (one: Proposal): ResultOf<typeof ProposalRoutes.list>["proposals"][number] => {
  const { state, title, description, category, discussionUrl, transactionHash } = one;
  return {
    id: state.proposalId,
    title,
    description,
    category,
    proposer: Address.ofUser(state.proposerId),
    status: one.status,
    ...votesOf(state, one.tally),
    startTime: toIso(state.startMs),
    endTime: toIso(state.endMs),
    snapshotTime: toIso(snapshotMs(state)),
    executableAt: toIso(etaMs(state)),
    ...pickOrNull(state, "executedAt", "cancelledAt", "cancelReason"),
    executionError: state.failure ?? null,
    ...(discussionUrl !== undefined && { discussionUrl }),
    transactionHash,
    createdAt: toIso(state.createdMs),
  };
};

export const page = ({ proposals, ...rest }: Page): ResultOf<typeof ProposalRoutes.list> => ({
  proposals: proposals.map(summary),
  ...rest,
});

export const proposal = (one: Proposal): ResultOf<typeof ProposalRoutes.read> => ({
  ...summary(one),
  actions: [...one.actions],
});

export const created = (one: Created): ResultOf<typeof ProposalRoutes.create> => ({
  ...pick(one, "id", "title", "transactionHash"),
  status: "pending",
  startTime: toIso(one.startMs),
  endTime: toIso(one.endMs),
});

export const voted = (vote: Vote): ResultOf<typeof ProposalRoutes.vote> => ({
  ...pick(vote, "proposalId", "voteType", "transactionHash"),
  voter: Address.ofUser(vote.voterId),
  votingPower: formatPower(vote.power),
  ...(vote.reason !== undefined && { reason: vote.reason }),
  timestamp: vote.votedAt,
});

export const cancelled = (one: Cancelled): ResultOf<typeof ProposalRoutes.cancel> => ({
  ...one,
  status: "cancelled",
});

/** Formats a quotient as a decimal string, rounded down. @param least, most the number of decimals */
function quotient(numerator: bigint, denominator: bigint, least: number, most: number): string {
  const digits = ((numerator * 10n ** BigInt(most)) / denominator).toString().padStart(most + 1, "0");
  const fraction = digits.slice(-most).replace(/0+$/, "").padEnd(least, "0");
  return `${digits.slice(0, -most)}.${fraction}`;
}

export const power = (userId: string, of: Power): ResultOf<typeof GovernanceRoutes.votingPower> => ({
  address: Address.ofUser(userId),
  yaniBalance: formatPower(of.wallet),
  stakedYani: formatPower(of.staked),
  stakingMultiplier: of.staked === 0n ? "1.0" : quotient(of.weighted, of.staked, 1, 4),
  delegatedPower: formatPower(of.delegated),
  totalPower: formatPower(of.total),
  votingPowerPercent: quotient(of.total * 100n, Supply.TOTAL_SUPPLY, 4, 8),
  delegatedTo: of.delegateId === undefined ? null : Address.ofUser(of.delegateId),
});

export const delegation = (of: DelegationView): ResultOf<typeof DelegationRoutes.read> => ({
  address: Address.ofUser(of.userId),
  delegatedTo: of.delegateId === undefined ? null : Address.ofUser(of.delegateId),
  since: of.since ?? null,
  delegators: of.delegators,
});

export const parameters = (
  terms: Awaited<ReturnType<typeof governanceParameters.read>>,
): ResultOf<typeof GovernanceRoutes.parameters> => ({
  proposalThreshold: formatPower(terms.proposalThreshold),
  quorumVotes: formatPower(quorumOf(terms.quorumBps)),
  votingDelaySeconds: Number(terms.votingDelaySeconds),
  votingPeriodSeconds: Number(terms.votingPeriodSeconds),
  timelockSeconds: Number(terms.timelockSeconds),
});

export function treasury({
  balances,
  shares,
  rewards,
}: Treasury): ResultOf<typeof GovernanceRoutes.treasury> {
  const { symbol, decimals } = Assets.native;
  return {
    treasury: balances.map(({ asset, amount }) => ({
      asset,
      balance: Money.format(amount, Assets.get(asset).decimals),
    })),
    poolShares: shares.map(({ pairId, amount }) => ({
      pairId,
      shares: Money.format(amount, getPair(pairId).shareDecimals),
    })),
    rewards: {
      asset: symbol,
      balance: Money.format(rewards.balance, decimals),
      owed: Money.format(rewards.owed, decimals),
      perYear: Money.format(rewards.perYear, decimals),
      fundedUntil: rewards.fundedUntil ?? null,
    },
  };
}
