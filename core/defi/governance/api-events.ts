import * as Assets from "../../kernel/assets/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import * as Address from "../addresses/accounts.ts";
import type { ProposalContent, ProposalState, Status, Tally } from "./schema.ts";
import { etaMs, snapshotMs } from "./status.ts";
import { NOTHING } from "./tally.ts";

/** In which order what happens to a proposal is told, whatever time it takes. */
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
 * What a proposer's webhooks are told of the proposal.
 * @param state as it is after it
 * @param tally where votes are not closed yet, what is known of them
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
  return ApiEvents.happened(owner, type, proposal, sequences[type]);
}
