import * as z from "zod";
import { action } from "../../core/defi/governance/actions/schema.ts";
import { categories, statuses, voteTypes } from "../../core/defi/governance/schema.ts";
import { Contention } from "../../core/kernel/errors.ts";
import { timestamp } from "../common.ts";
import { delegateErrors } from "../defi/errors.ts";
import { address, transactionHash } from "../defi/governance.ts";
import { defineFamily } from "../family.ts";
import { movesNothing } from "../proof.ts";
import { amount, object, shared, writing as write } from "./schemas.ts";

/**
 * Governance of the public API, by API key: PUBLIC.md, Resources. Voting power is an amount of the platform's token.
 * Also the objects of its proposals and votes.
 */

const route = defineFamily({ ...shared, id: "public.governance", path: "/v1/governance" });

const power = (description: string) => amount(`Voting power: ${description}`);

export const proposalId = z.string().meta({ examples: ["prp_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const proposal = object("proposal", {
  title: z.string(),
  description: z.string().describe("Markdown"),
  category: z.enum(categories),
  proposer: address,
  status: z.enum(statuses).describe("The status at the time of the request"),
  for_votes: power("votes for it"),
  against_votes: power("votes against it"),
  abstain_votes: power("abstentions"),
  quorum_votes: power("quorum, for votes for it and abstentions together"),
  starts_at: timestamp,
  ends_at: timestamp,
  snapshot_at: timestamp.describe("The instant whose voting power counts: a minute before `starts_at`"),
  executable_at: timestamp.describe("The earliest execution, if it passes"),
  executed_at: timestamp.nullable(),
  cancelled_at: timestamp.nullable(),
  cancel_reason: z.string().nullable(),
  execution_error: z.string().nullable().describe("Why the last attempt to execute it failed"),
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
  voting_power: power("of the voter at the proposal's snapshot"),
  reason: z.string().nullable(),
  transaction_hash: transactionHash,
});

const votingPowerObject = object("voting_power", {
  address,
  wallet_balance: power("unstaked balance of the wallet"),
  staked_balance: power("staked, before multipliers"),
  staking_multiplier: z.string().meta({ description: "The average over all stakes", examples: ["1.5"] }),
  delegated_power: power("delegated to the caller by others"),
  total_power: power("`wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power`"),
  share_percent: z.string().meta({ description: "Of the total supply, rounded down", examples: ["0.1250"] }),
  delegated_to: address.nullable(),
});

const delegationObject = object("delegation", {
  address,
  delegated_to: address.nullable().describe("Null if the power is not delegated"),
  since: timestamp.nullable(),
  delegators: z.int().describe("How many accounts have delegated to the caller"),
});

/** Settings shared by the routes that read, and by those that write. */
const names = {
  delegatee: "delegate",
  startTime: "starts_at",
  endTime: "ends_at",
  snapshotTime: "snapshot_at",
} as const;
export const reading = { scope: "governance:read", names } as const;
export const writing = {
  ...write,
  proof: movesNothing,
  scope: "governance:write",
  names,
  timeoutSeconds: 25,
} as const;

export const votingPower = route({
  ...reading,
  id: "voting-power",
  method: "GET",
  path: "/voting-power",
  summary: "Retrieve the caller's voting power",
  description:
    "If `delegated_to` names another account, the caller's own power counts there, and `total_power` is only `delegated_power`. Tokens " +
    "in the exchange's pools and in farms carry no votes: reserves change with every swap, so they could vote twice.",
  response: { description: "The current voting power and its parts", body: votingPowerObject },
  errors: [Contention],
  timeoutSeconds: 25,
});

export const delegation = route({
  ...writing,
  id: "delegation",
  method: "PUT",
  path: "/delegation",
  summary: "Delegate voting power",
  description:
    "Delegates all voting power except stake multipliers to one account. Send `null` or your own address to take it back. Applies to " +
    "votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).",
  request: {
    body: z.strictObject({
      delegate: z
        .string()
        .trim()
        .max(42)
        .nullable()
        .meta({ examples: ["0x3c78610499be4a5C7354c07C62360BA9c764A0Af"] }),
    }),
  },
  response: { description: "The new delegation", body: delegationObject },
  errors: delegateErrors,
});
