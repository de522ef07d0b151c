import * as Assets from "../../kernel/assets/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import * as Address from "../addresses/index.ts";
import type { ProposalContent, ProposalState, Status, Tally } from "./schema.ts";
import { NOTHING } from "./state.ts";
import { etaMs, snapshotMs } from "./status.ts";

/**
 * Events of proposals and delegations, and the formats that events, errors and views share. The proposer gets an e-mail
 * when the proposal ends, and a delegator when another one displaces it.
 */

/** Formats voting power as a decimal string in whole tokens. */
export const formatPower = (power: bigint): string => Money.format(power, Assets.native.decimals);

export const subjectOf = ({ mode, proposerId, proposalId }: ProposalState, title: string) => ({
  mode,
  userId: proposerId,
  proposalId,
  title,
});

export const votesOf = ({ quorum }: ProposalState, tally: Tally) => ({
  forVotes: formatPower(tally.for),
  againstVotes: formatPower(tally.against),
  abstainVotes: formatPower(tally.abstain),
  quorumVotes: formatPower(quorum),
});

type ProposalSubject = Readonly<ReturnType<typeof subjectOf>>;
type Outcome = ProposalSubject & Readonly<ReturnType<typeof votesOf>>;

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Voting has begun. */
export const proposalActivated = Outbox.define<ProposalSubject>()("proposal-activated", queue);

/** Voting ended and the proposal did not pass. */
export const proposalDefeated = Outbox.define<Outcome>()("proposal-defeated", queue);

/** Voting ended, the proposal passed, and its timelock began. */
export const proposalQueued = Outbox.define<
  Outcome & {
    /** The earliest time of execution: ISO 8601. */
    readonly eta: string;
  }
>()("proposal-queued", queue);

/** Its actions have taken effect. */
export const proposalExecuted = Outbox.define<ProposalSubject & { readonly actions: number }>()(
  "proposal-executed",
  queue,
);

/** A user cancelled it, or it could not be executed in time. */
export const proposalCancelled = Outbox.define<
  ProposalSubject & { readonly why: "proposer" | "below-threshold" | "expired" }
>()("proposal-cancelled", queue);

/** A delegator with more power displaced another, whose delegation has ended. */
export const delegationDisplaced = Outbox.define<{
  readonly mode: Mode;
  /** The former delegator. */
  readonly userId: string;
  /** The delegate's address. */
  readonly delegatee: string;
}>()("delegation-displaced", queue);

/** The order of the events of one proposal. */
const sequences = {
  "proposal.created": 1,
  "proposal.active": 2,
  "proposal.succeeded": 3,
  "proposal.defeated": 3,
  "proposal.queued": 4,
  "proposal.executed": 5,
  "proposal.cancelled": 6,
} as const;

const power = (units: bigint) => ApiEvents.amountOf(units, Assets.native.symbol);

/**
 * Returns the event for the proposer's webhooks.
 * @param state after the event
 * @param tally the current one while voting is open
 */
export function proposalEvent(
  type: keyof typeof sequences,
  state: ProposalState,
  content: Omit<ProposalContent, "actions">,
  status: Status,
  tally: Tally = state.tally ?? NOTHING,
): Write {
  const owner = { mode: state.mode, userId: state.proposerId };
  const proposal = {
    ...ApiEvents.objectOf("proposal", owner, { id: state.proposalId, createdAt: toIso(state.createdMs) }),
    title: content.title,
    description: content.description,
    category: content.category,
    proposer: Address.ofUser(state.proposerId),
    status,
    for_votes: power(tally.for),
    against_votes: power(tally.against),
    abstain_votes: power(tally.abstain),
    quorum_votes: power(state.quorum),
    starts_at: toIso(state.startMs),
    ends_at: toIso(state.endMs),
    snapshot_at: toIso(snapshotMs(state)),
    executable_at: toIso(etaMs(state)),
    executed_at: state.executedAt ?? null,
    cancelled_at: state.cancelledAt ?? null,
    cancel_reason: state.cancelReason ?? null,
    execution_error: state.failure ?? null,
    discussion_url: content.discussionUrl ?? null,
    transaction_hash: content.transactionHash,
  };
  return ApiEvents.eventWrite(owner, type, proposal, sequences[type]);
}
