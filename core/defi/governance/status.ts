import { defineTransitions } from "../../kernel/state-machine.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type ProposalState, type Status, statuses, type Tally } from "./schema.ts";

/**
 * The status of a proposal at an instant, from its times, its tally and its recorded transitions. The rules
 * are OpenZeppelin's Governor (counting and quorum) with the timelock and the grace period of Compound.
 */

/** The lifecycle of a proposal. Timed transitions take effect whether or not the schedule has recorded them. */
export const proposalStates = defineTransitions(statuses, {
  propose: { none: "pending" },
  start: { pending: "active" },
  defeat: { active: "defeated" },
  succeed: { active: "succeeded" },
  queue: { succeeded: "queued" },
  execute: { queued: "executed" },
  cancel: { pending: "cancelled", active: "cancelled", succeeded: "cancelled", queued: "cancelled" },
  expire: { succeeded: "cancelled", queued: "cancelled" },
});

/** The period after its eta in which a proposal may be executed (Compound's Timelock, GRACE_PERIOD). */
export const GRACE_MS = 14 * DAY_MS;

/**
 * The interval between the snapshot of voting power and the start of voting. Ledger entries, stakes and delegations get
 * their time before their commit, by at most the time limit of a function. So the snapshot is final when the first vote
 * is cast, unless a server's clock is behind by more than the rest of this margin.
 */
export const SNAPSHOT_MARGIN_MS = 60_000;

type Times = Pick<ProposalState, "startMs" | "endMs" | "timelockMs">;
type Marks = Pick<ProposalState, "queuedAt" | "executedAt" | "cancelledAt">;

export const snapshotMs = ({ startMs }: Pick<ProposalState, "startMs">): number =>
  startMs - SNAPSHOT_MARGIN_MS;

/** Returns the earliest time of execution. */
export const etaMs = ({ endMs, timelockMs }: Pick<ProposalState, "endMs" | "timelockMs">): number =>
  endMs + timelockMs;

/** Returns the time from which a proposal that was not executed is cancelled. */
export const expiryMs = (times: Pick<ProposalState, "endMs" | "timelockMs">): number =>
  etaMs(times) + GRACE_MS;

/** Returns whether a proposal passes: more for than against, and for and abstain together reach the quorum. */
export const passes = (tally: Tally, quorum: bigint): boolean =>
  tally.for > tally.against && tally.for + tally.abstain >= quorum;

/**
 * Returns the status at an instant. Voting includes its start and its end. A vote checks the time before each attempt to
 * write it. A vote that is committed a moment after the end counts unless the schedule has closed the tally; only then
 * is the outcome final.
 */
export function statusOf(
  state: Times & Marks & Pick<ProposalState, "quorum">,
  tally: Tally,
  nowMs: number,
): Status {
  if (state.executedAt !== undefined) return "executed";
  if (state.cancelledAt !== undefined) return "cancelled";
  if (nowMs < state.startMs) return "pending";
  if (nowMs <= state.endMs) return "active";
  if (!passes(tally, state.quorum)) return "defeated";
  if (nowMs >= expiryMs(state)) return "cancelled";
  return state.queuedAt === undefined ? "succeeded" : "queued";
}
