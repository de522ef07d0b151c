import * as z from "zod";
import { action } from "../../../core/defi/governance/actions/schema.ts";
import { categories, statuses, voteTypes } from "../../../core/defi/governance/schema.ts";
import { timestamp } from "../../common.ts";
import { address, transactionHash } from "../../defi/governance/schemas.ts";
import { amount } from "../amount.ts";
import { object } from "../schemas.ts";

/** Governance of the public API: PUBLIC.md, Resources. Voting power is an amount of the platform's token. */

const power = (description: string) => amount(`Voting power: ${description}`);

export const proposalId = z.string().meta({ examples: ["prp_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const proposal = object("proposal", {
  title: z.string(),
  description: z.string().meta({ description: "Markdown" }),
  category: z.enum(categories),
  proposer: address,
  status: z.enum(statuses).meta({ description: "At this very instant" }),
  for_votes: power("for it"),
  against_votes: power("against it"),
  abstain_votes: power("abstentions"),
  quorum_votes: power("what votes for it and abstentions must come to together"),
  starts_at: timestamp,
  ends_at: timestamp,
  snapshot_at: timestamp.meta({
    description: "The instant whose voting power counts: a minute before `starts_at`",
  }),
  executable_at: timestamp.meta({ description: "From when on it is executed, if it passes" }),
  executed_at: timestamp.nullable(),
  cancelled_at: timestamp.nullable(),
  cancel_reason: z.string().nullable(),
  execution_error: z.string().nullable().meta({ description: "Why its last execution failed" }),
  discussion_url: z.string().nullable(),
  transaction_hash: transactionHash,
});

export const proposalWithActions = proposal
  .extend({ actions: z.array(action) })
  .meta({ id: "ProposalWithActions" });

export const vote = object("vote", {
  proposal: proposalId,
  voter: address,
  vote: z.enum(voteTypes),
  voting_power: power("what the voter had at the proposal's snapshot"),
  reason: z.string().nullable(),
  transaction_hash: transactionHash,
});

export const votingPower = object("voting_power", {
  address,
  wallet_balance: power("of what is in the wallet and not staked"),
  staked_balance: power("staked, before multipliers"),
  staking_multiplier: z.string().meta({ description: "The average over all stakes", examples: ["1.5"] }),
  delegated_power: power("what others have delegated to the caller"),
  total_power: power("`wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power`"),
  share_percent: z.string().meta({ description: "Of the total supply, rounded down", examples: ["0.1250"] }),
  delegated_to: address.nullable(),
});

export const delegation = object("delegation", {
  address,
  delegated_to: address.nullable().meta({ description: "null where the power is the caller's own" }),
  since: timestamp.nullable(),
  delegators: z.int().meta({ description: "How many accounts have delegated to the caller" }),
});

/** What the routes that read, and those that write, state alike. */
const names = {
  delegatee: "delegate",
  startTime: "starts_at",
  endTime: "ends_at",
  snapshotTime: "snapshot_at",
} as const;
export const reading = { scope: "governance:read", grants: { table: "read" }, names } as const;
export const writing = {
  names,
  scope: "governance:write",
  idempotent: true,
  grants: { table: "write" },
  timeoutSeconds: 25,
} as const;
