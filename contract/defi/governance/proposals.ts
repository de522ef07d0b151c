import * as z from "zod";
import { action, InvalidActions, listOfTargets } from "../../../core/defi/governance/actions/schema.ts";
import {
  CancelNotAllowed,
  InsufficientVotingPower,
  ProposalClosed,
  ProposalNotFound,
} from "../../../core/defi/governance/errors.ts";
import { categories, MAX_REASON, statuses, voteTypes } from "../../../core/defi/governance/schema.ts";
import { text } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { nextCursor, pagedBy, timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { movesNothing } from "../../proof.ts";
import { voteErrors } from "../errors.ts";
import {
  actions,
  address,
  description,
  discussionUrl,
  power,
  title,
  transactionHash,
} from "../governance.ts";

/**
 * Proposals and votes: spec 2, sections 2.5, 3, 4.5 and 7. Voting power is a decimal string in whole units of the
 * platform's token.
 */

const route = defineFamily({
  id: "defi.governance.proposals",
  path: "/api/defi/governance/proposals",
  family: "defi",
});

/** Settings shared by the public reads, and by the signed-in writes. */
const reading = {
  method: "GET",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  grants: { table: "read" },
} as const;
const writing = {
  method: "POST",
  auth: "session",
  idempotent: true,
  proof: movesNothing,
  grants: { table: "write" },
  timeoutSeconds: 25,
} as const;

const proposalId = z.string().meta({ examples: ["prp_01jd3v8y2m9t4k6q0s5w7x1z3b"] });
const params = z.object({ id: proposalId });
const status = z.enum(statuses);

const summary = z
  .object({
    id: proposalId,
    title: z.string(),
    description: z.string().meta({ description: "Markdown", examples: ["A lower fee brings more trades."] }),
    category: z.enum(categories),
    proposer: address,
    status: status.describe("The status at the time of the request"),
    forVotes: power,
    againstVotes: power,
    abstainVotes: power,
    quorumVotes: power.describe("Quorum, for votes for it and abstentions together"),
    startTime: timestamp,
    endTime: timestamp,
    snapshotTime: timestamp.describe("The instant whose voting power counts: a minute before startTime"),
    executableAt: timestamp.describe("The earliest execution, if it passes"),
    executedAt: timestamp.nullable(),
    cancelledAt: timestamp.nullable(),
    cancelReason: z.string().nullable(),
    executionError: z.string().nullable().describe("Why the last attempt to execute it failed"),
    discussionUrl: z.string().optional(),
    transactionHash,
    createdAt: timestamp,
  })
  .meta({ id: "ProposalSummary" });

const proposalAction = action.meta({
  id: "ProposalAction",
  description: "`target` is the address of a target, `value` is `0`, `calldata` has no selector",
});

const proposal = summary.extend({ actions: z.array(proposalAction) }).meta({ id: "DefiProposal" });

const castVote = z
  .object({
    proposalId,
    voter: address,
    voteType: z.enum(voteTypes),
    votingPower: power,
    reason: z.string().optional(),
    timestamp,
    transactionHash,
  })
  .meta({ id: "DefiVote" });

/** Accepts the number or size of a page, as the text of a query. */
const counting = (most: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, rule("must be a whole number", "doit être un nombre entier"))
    .transform(Number)
    .pipe(z.number().min(1).max(most))
    .default(byDefault);

const FRESH =
  "Responses are not cached by clients: the next one shows a vote, proposal or cancellation that was just made.";

export const list = route({
  ...reading,
  id: "list",
  summary: "List proposals without their actions, newest first",
  description: `\`status\` filters by the status at the time of the request. A page beyond the last is empty. ${FRESH}`,
  request: {
    query: z.object({
      status: status.optional(),
      page: counting(1_000_000, 1),
      limit: counting(100, 20),
    }),
  },
  response: {
    description: "A page of proposals",
    body: z.object({
      proposals: z.array(summary),
      totalCount: z.int(),
      page: z.int(),
      totalPages: z.int(),
    }),
  },
  timeoutSeconds: 25,
});

export const read = route({
  ...reading,
  id: "read",
  path: "/{id}",
  summary: "Retrieve a proposal with its actions",
  description:
    "A proposal is `pending` until `startTime` and `active` until `endTime` inclusive. Then it is `succeeded` if more voted for than against " +
    "and `forVotes + abstainVotes >= quorumVotes` (as in OpenZeppelin's Governor), otherwise `defeated`. A succeeded proposal is `queued` " +
    "within a minute, and `executed` from `executableAt` on: all actions or none. If that fails, for example because the treasury is short, it " +
    `is retried for 14 days with growing pauses, then \`cancelled\`. ${FRESH}`,
  request: { params },
  response: { description: "The proposal", body: proposal },
  errors: [ProposalNotFound],
});

export const create = route({
  ...writing,
  id: "create",
  summary: "Create a proposal",
  description:
    "Requires a voting power of 1,000,000, delegated power included. Voting begins after 2 days and lasts 7; the quorum is 4 % of the total " +
    "supply; a timelock of 2 days follows. Governance may change these figures; a proposal keeps those of its creation. The title is one line " +
    "without direction controls and tag characters; the description may have several lines, and no other control characters.\n\n" +
    "0 to 10 actions; without any it is a signalling proposal, which is executed without an effect. An action is " +
    '`{target, value, signature, calldata}`: `value` is `"0"`, `calldata` the ABI-encoded arguments **without** the selector, in ' +
    "canonical encoding. Two actions that set the same value, and payouts in more than 4 assets (a redemption counts as two), are rejected. " +
    "`INVALID_ACTIONS` names `index`, `field` and `rule`, and is also the error if `actions` is missing. The targets:\n\n" +
    listOfTargets,
  limit: limits.propose,
  request: {
    body: z.strictObject({
      title,
      description,
      category: z.enum(categories),
      // Any problem with them is INVALID_ACTIONS, even if they are missing.
      actions,
      discussionUrl: discussionUrl.optional(),
    }),
    maxBodyBytes: 256 * 1024,
  },
  response: {
    description: "The new proposal",
    body: z.object({
      id: proposalId,
      title: z.string(),
      status,
      startTime: timestamp,
      endTime: timestamp,
      transactionHash,
    }),
  },
  errors: [InsufficientVotingPower, InvalidActions],
});

export const vote = route({
  ...writing,
  id: "vote",
  path: "/{id}/vote",
  summary: "Vote on a proposal, once",
  description:
    "Counts the caller's voting power at `snapshotTime`, a minute before voting begins; later transfers, stakes and delegations do not " +
    "matter. Without voting power at that time it fails with `INSUFFICIENT_VOTING_POWER`. A stake's multiplier counts if the stake is still " +
    "locked until after `endTime`; otherwise it counts as a flexible stake. A vote with such a lock keeps all locked stakes of the voter " +
    "until `endTime`. A vote is final. A vote sent before `endTime` and recorded shortly after it counts, unless voting was already closed " +
    "(within a minute of `endTime`).",
  limit: limits.castVote,
  request: {
    params,
    body: z.strictObject({
      voteType: z.enum(voteTypes),
      reason: text.max(MAX_REASON).optional(),
    }),
  },
  response: { description: "The counted vote", body: castVote },
  errors: voteErrors,
});

export const votes = route({
  ...reading,
  id: "votes",
  path: "/{id}/votes",
  summary: "List the votes on a proposal",
  description:
    "The order is stable, but not chronological: votes are stored in shards. A vote cast while you page may be on an earlier page. " +
    FRESH,
  request: {
    params,
    query: z.strictObject({
      voteType: z.enum(voteTypes).optional(),
      voter: address.optional().describe("Returns only this account's vote"),
      ...pagedBy(z.string().max(200)),
    }),
  },
  response: { description: "A page of votes", body: z.object({ votes: z.array(castVote), nextCursor }) },
  errors: [ProposalNotFound],
});

export const cancel = route({
  ...writing,
  id: "cancel",
  path: "/{id}/cancel",
  summary: "Cancel a proposal",
  description:
    "The proposer can cancel until execution. Anyone can if a minute ago the proposer's voting power was below the threshold of the " +
    "proposal's creation, so not in its first minute; otherwise `CANCEL_NOT_ALLOWED` states both figures. A defeated, executed or " +
    "cancelled proposal is `PROPOSAL_CLOSED`.",
  limit: limits.cancelProposal,
  request: { params },
  response: {
    description: "The cancelled proposal",
    body: z.object({
      id: proposalId,
      status: z.literal("cancelled"),
      cancelledAt: timestamp,
      cancelReason: z.string(),
    }),
  },
  errors: [ProposalNotFound, ProposalClosed, CancelNotAllowed],
});
