import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { action } from "./actions/schema.ts";

/** Governance's values (spec 2, section 2.5). Voting power is in base units of the platform's token. */

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
/** A page of 100 descriptions, each character escaped, is below a Lambda's 6 MB. */
export const MAX_DESCRIPTION = 10_000;
export const MAX_REASON = 1000;
export const MAX_DELEGATORS = 1000;
/** The minimum power that displaces another delegator, in percent of the other's power. */
export const DISPLACING_PERCENT = 110n;
/** The minimum power of a delegation: one token. */
export const LEAST_DELEGATED: BaseUnits = 10n ** 18n;

/** Voting power by type of vote. */
export const tally = z.object({ for: z.bigint(), against: z.bigint(), abstain: z.bigint() });
export type Tally = z.output<typeof tally>;

/** Milliseconds. The table returns whole numbers as bigint. */
const ms = z.coerce.number();

/**
 * The small item that determines a proposal's status, read for lists. Each `...At` is an ISO 8601 instant, set once by
 * the transition of its name.
 */
export const proposalState = z.object({
  mode,
  proposalId: z.string(),
  proposerId: z.string(),
  createdMs: ms,
  startMs: ms,
  endMs: ms,
  timelockMs: ms,
  /** The proposer's required power. If it is below, any user may cancel the proposal. */
  threshold: z.bigint(),
  quorum: z.bigint(),
  activatedAt: z.string().optional(),
  /** Set when voting is over and its shards are closed: final. */
  tally: tally.optional(),
  queuedAt: z.string().optional(),
  executedAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  cancelReason: z.string().optional(),
  /** The number of failed executions. */
  attempts: z.coerce.number(),
  /** The last failure, or a note on skipped payments. */
  failure: z.string().optional(),
  version: z.bigint(),
  /** The time of the next transition. */
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
});
export type ProposalState = z.output<typeof proposalState>;

export type ProposalRef = Pick<ProposalState, "mode" | "proposalId">;

/** A proposal's text and actions: never changed. */
export const proposalContent = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  actions: z.array(action),
  discussionUrl: z.string().optional(),
  transactionHash: z.string(),
});
export type ProposalContent = z.output<typeof proposalContent>;

export interface Draft extends Omit<ProposalContent, "transactionHash" | "actions"> {
  /** Not validated yet: any flaw must be reported as INVALID_ACTIONS. */
  readonly actions?: unknown;
}

/** A proposal at an instant. */
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

export interface Cancelled {
  readonly id: string;
  readonly cancelledAt: string;
  readonly cancelReason: string;
}
