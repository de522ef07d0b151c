import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { action } from "./actions/schema.ts";

/**
 * Governance's words and values (spec 2, section 2.5). Voting power is counted in base units of the
 * platform's token.
 */

export const categories = ["protocol", "treasury", "ecosystem", "emergency"] as const;

export const voteTypes = ["for", "against", "abstain"] as const;
export type VoteType = (typeof voteTypes)[number];

export const statuses = [
  "pending",
  "active",
  "defeated",
  "succeeded",
  "queued",
  "executed",
  "cancelled",
] as const;
export type Status = (typeof statuses)[number];

export const MAX_TITLE = 200;
/** 100 of them, escaped at their worst, stay under the 6 MB that a Lambda may answer. */
export const MAX_DESCRIPTION = 10_000;
export const MAX_REASON = 1000;
/** How many accounts may have delegated to one at a time. */
export const MAX_DELEGATORS = 1000;
/** What a delegation must bring to take a place from another, in percent of what that one brings. */
export const DISPLACING_PERCENT = 110n;
/** What a delegation brings at least, in base units: one token. */
export const LEAST_DELEGATED: BaseUnits = 10n ** 18n;

/** Base units of voting power for each answer. */
export const tally = z.object({ for: z.bigint(), against: z.bigint(), abstain: z.bigint() });
export type Tally = z.output<typeof tally>;

/** Milliseconds since the epoch, or a duration in them: the table gives whole numbers as bigint. */
const ms = z.coerce.number();

/**
 * What of a proposal decides its status: the small item that lists are made of. Marks are ISO 8601 instants;
 * each is set once, by the transition that it is named after.
 */
export const proposalState = z.object({
  mode,
  proposalId: z.string(),
  proposerId: z.string(),
  createdMs: ms,
  startMs: ms,
  endMs: ms,
  timelockMs: ms,
  /** The power that its proposer had to have, and has to keep: below it anybody may cancel the proposal. */
  threshold: z.bigint(),
  quorum: z.bigint(),
  activatedAt: z.string().optional(),
  /** Set when voting is over and its shards are closed: final. */
  tally: tally.optional(),
  queuedAt: z.string().optional(),
  executedAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  cancelReason: z.string().optional(),
  /** How often its execution failed, and what the last failure said; or that payments were left out of it. */
  attempts: z.coerce.number(),
  failure: z.string().optional(),
  version: z.bigint(),
  /** When the schedule has something to do with it. */
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
});
export type ProposalState = z.output<typeof proposalState>;

/** What names a proposal: its id, and the ledger that it is of. */
export type ProposalRef = Pick<ProposalState, "mode" | "proposalId">;

/** What a proposal says: never changed. */
export const proposalContent = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  actions: z.array(action),
  discussionUrl: z.string().optional(),
  transactionHash: z.string(),
});
export type ProposalContent = z.output<typeof proposalContent>;

/** What somebody proposes. */
export interface Draft extends Omit<ProposalContent, "transactionHash" | "actions"> {
  /** As they came: they are checked here, not at the edge, so that every flaw in them is INVALID_ACTIONS. */
  readonly actions?: unknown;
}

/** A proposal as of an instant. */
export interface Proposal extends ProposalContent {
  readonly state: ProposalState;
  readonly status: Status;
  readonly tally: Tally;
}

export interface Page {
  readonly proposals: readonly Proposal[];
  readonly totalCount: number;
  readonly page: number;
  readonly totalPages: number;
}

/** A proposal as it was just made. */
export interface Created extends Proposal {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
}

export const vote = z.object({
  proposalId: z.string(),
  /** The voter's user id. */
  voterId: z.string(),
  voteType: z.enum(voteTypes),
  power: z.bigint(),
  reason: z.string().optional(),
  /** ISO 8601. */
  votedAt: z.string(),
  transactionHash: z.string(),
});
export type Vote = z.output<typeof vote>;

/** What a cancellation leaves. */
export interface Cancelled {
  readonly id: string;
  readonly cancelledAt: string;
  readonly cancelReason: string;
}
