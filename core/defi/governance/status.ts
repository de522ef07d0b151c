import { defineTransitions } from "../../kernel/state-machine.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type ProposalState, type Status, statuses, type Tally } from "./schema.ts";

/**
 * The status of a proposal at an instant: pure, of its times, its tally and the marks of what happened to it.
 * The rules are OpenZeppelin's Governor (counting and quorum) with the timelock and the grace period of
 * Compound's.
 */

/** The life of a proposal. Events of the clock happen whether or not the schedule has recorded them. */
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

/** How long after its eta a proposal may still be executed (Compound's Timelock, GRACE_PERIOD). */
export const GRACE_MS = 14 * DAY_MS;

/**
 * How far before the start of voting the snapshot of voting power lies. An entry of the ledger, a stake or a
 * delegation is stamped before it is committed, by at most as long as a function may run: so far back nothing
 * can change any more when the first vote is cast. That takes servers' clocks that agree to within the time
 * of a commit: a server that is behind by more than the rest of this margin could stamp something into the
 * past of votes already counted.
 */
export const SNAPSHOT_MARGIN_MS = 60_000;

/** What a proposal's outcome depends on. */
type Times = Pick<ProposalState, "startMs" | "endMs" | "timelockMs">;
type Marks = Pick<ProposalState, "queuedAt" | "executedAt" | "cancelledAt">;

/** The instant at which voting power is looked up. */
export const snapshotMs = ({ startMs }: Pick<ProposalState, "startMs">): number =>
  startMs - SNAPSHOT_MARGIN_MS;

/** From when on a proposal that passes can be executed. */
export const etaMs = ({ endMs, timelockMs }: Pick<ProposalState, "endMs" | "timelockMs">): number =>
  endMs + timelockMs;

/** When it is too late to execute it: from that instant on it is cancelled. */
export const expiryMs = (times: Pick<ProposalState, "endMs" | "timelockMs">): number =>
  etaMs(times) + GRACE_MS;

/** Whether it passes: more for than against, and for and abstain together reach the quorum. */
export const passes = (tally: Tally, quorum: bigint): boolean =>
  tally.for > tally.against && tally.for + tally.abstain >= quorum;

/**
 * The status at an instant. Voting is open from the start until the end, both included: a vote looks at the
 * time just before each attempt to write it. One that is written in time by that clock may be committed a
 * moment after the end, and counts until the schedule closes the tally's shards; only from then on is the
 * outcome final.
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
