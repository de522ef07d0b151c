import * as z from "zod";
import { action, InvalidActions, listOfTargets } from "../../../core/defi/governance/actions/schema.ts";
import {
  AlreadyVoted,
  CancelNotAllowed,
  InsufficientVotingPower,
  ProposalClosed,
  ProposalNotActive,
  ProposalNotFound,
} from "../../../core/defi/governance/errors.ts";
import { categories, MAX_REASON, statuses, voteTypes } from "../../../core/defi/governance/schema.ts";
import { Contention } from "../../../core/kernel/errors.ts";
import { text } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { nextCursor, pageLimit, timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { actions, address, description, discussionUrl, power, title, transactionHash } from "./schemas.ts";

/**
 * Proposals and votes: spec 2, sections 2.5, 3, 4.5 and 7. Voting power is a decimal string in whole units of
 * the platform's token.
 */

const route = defineFamily({
  id: "defi.governance.proposals",
  path: "/api/defi/governance/proposals",
  family: "defi",
  auth: "session",
});

const proposalId = z.string().meta({ examples: ["prp_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const params = z.object({ id: proposalId });

const status = z.enum(statuses);

/** Of the reads that anybody may make: why the distribution keeps none of their answers. */
const asOfNow =
  "Kept by nobody: who has voted, proposed or cancelled finds it in the next answer, and so does who watches a vote end.";

const summary = z
  .object({
    id: proposalId,
    title: z.string(),
    description: z.string().meta({ description: "Markdown", examples: ["A lower fee brings more trades."] }),
    category: z.enum(categories),
    proposer: address,
    status: status.meta({ description: "At this very instant" }),
    forVotes: power,
    againstVotes: power,
    abstainVotes: power,
    quorumVotes: power.meta({ description: "What votes for and abstentions must come to together" }),
    startTime: timestamp,
    endTime: timestamp,
    snapshotTime: timestamp.meta({
      description: "The instant whose voting power counts: a minute before startTime",
    }),
    executableAt: timestamp.meta({ description: "From when on it is executed, if it passes" }),
    executedAt: timestamp.nullable(),
    cancelledAt: timestamp.nullable(),
    cancelReason: z.string().nullable(),
    executionError: z
      .string()
      .nullable()
      .meta({ description: "Why it could not be executed when that was tried last" }),
    discussionUrl: z.string().optional(),
    transactionHash,
    createdAt: timestamp,
  })
  .meta({ id: "ProposalSummary" });

const proposalAction = action.meta({
  id: "ProposalAction",
  description: "`target` is one of the targets' addresses, `value` is `0`, `calldata` has no selector",
});

const proposal = summary.extend({ actions: z.array(proposalAction) }).meta({ id: "DefiProposal" });

/** A vote as it was counted. */
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

/** A page's number or size, from the text of a query. */
const counting = (most: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, rule("must be a whole number", "doit être un nombre entier"))
    .transform(Number)
    .pipe(z.number().min(1).max(most))
    .default(byDefault);

export const list = route({
  id: "list",
  method: "GET",
  summary: "The proposals, newest first, without their actions",
  description:
    "`status` follows from the time of the request, so it is right at that instant whether or not the transition was recorded " +
    "yet. `limit` is at most 100. A page beyond the last is empty. " +
    asOfNow,
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  request: {
    query: z.object({
      status: status.optional(),
      page: counting(1_000_000, 1),
      limit: counting(100, 20),
    }),
  },
  responses: {
    200: {
      description: "A page of proposals",
      body: z.object({
        proposals: z.array(summary),
        totalCount: z.int(),
        page: z.int(),
        totalPages: z.int(),
      }),
    },
  },
  grants: { table: "read" },
  timeoutSeconds: 25,
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "One proposal with its actions",
  description:
    "`pending` until `startTime`, `active` until `endTime` inclusive. Then `succeeded` if more voted for than against and " +
    "`forVotes + abstainVotes >= quorumVotes` (abstentions count, as in OpenZeppelin's Governor), else `defeated`. What " +
    "succeeded is `queued` within a minute, and `executed` once `executableAt` has come: all actions or none. One that cannot " +
    "be executed (the treasury is short) is tried again for 14 days with growing pauses, then `cancelled`. " +
    asOfNow,
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  request: { params },
  responses: { 200: { description: "The proposal", body: proposal } },
  errors: [ProposalNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Propose something to the holders of the platform's token",
  description:
    "Takes at least 1,000,000 of voting power at this moment, what others have delegated included. Voting begins after 2 days " +
    "and lasts 7; a quorum is 4 % of the total supply; a timelock of 2 days follows. Governance may change these figures; a " +
    "proposal keeps those of its creation. The title is one line, without controls of the writing " +
    "direction and without tag characters; the description may have several lines, and no other control characters. An account proposes at most 100 times in 24 hours.\n\n" +
    "0 to 10 actions; none makes it a signalling proposal, which is executed without an effect. An action is " +
    '`{target, value, signature, calldata}`: `value` is `"0"`, `calldata` the ABI-encoded arguments **without** the selector, in ' +
    "their one canonical encoding. Two actions that set the same thing, and more than 4 different assets to pay out " +
    "(a redemption counts as two), are refused. `INVALID_ACTIONS` names `index`, `field` and `rule`; without `actions` it is the answer too. The targets:\n\n" +
    listOfTargets,
  limit: limits.propose,
  idempotent: true,
  request: {
    body: z.strictObject({
      title,
      description,
      category: z.enum(categories),
      // Whatever is wrong with them is INVALID_ACTIONS, that they are missing too.
      actions,
      discussionUrl: discussionUrl.optional(),
    }),
    maxBodyBytes: 256 * 1024,
  },
  responses: {
    200: {
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
  },
  errors: [InsufficientVotingPower, InvalidActions],
  grants: { table: "write" },
  timeoutSeconds: 25,
});

export const vote = route({
  id: "vote",
  method: "POST",
  path: "/{id}/vote",
  summary: "Vote on a proposal, once",
  description:
    "Counts with the voting power that the caller had at the proposal's `snapshotTime`, a minute before voting began: money " +
    "that is moved, staked or delegated after it votes where it was. Who had none has no vote " +
    "(`INSUFFICIENT_VOTING_POWER`). What a stake's multiplier adds counts as far as it is staked still under a lock that ends " +
    "after `endTime`; a stake whose lock ends before counts as a flexible one. From a vote with such a lock until `endTime` none of " +
    "the voter's locked stakes can be taken back early. A vote cannot be changed. A vote that is sent before `endTime` may be recorded a moment after " +
    "it: it counts, unless voting was closed by then (within a minute of `endTime`), and the outcome is final from then on. At most 60 " +
    "a minute.",
  limit: limits.castVote,
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      voteType: z.enum(voteTypes),
      reason: text.max(MAX_REASON).optional(),
    }),
  },
  responses: {
    200: {
      description: "The vote as it was counted",
      body: castVote,
    },
  },
  errors: [ProposalNotFound, ProposalNotActive, AlreadyVoted, InsufficientVotingPower, Contention],
  grants: { table: "write" },
  timeoutSeconds: 25,
});

export const votes = route({
  id: "votes",
  method: "GET",
  path: "/{id}/votes",
  summary: "Who has voted on a proposal, how, and with which power",
  description:
    "In an order that stays as it is, which is not that of time: votes are kept in parts, so that many can be cast at once. A vote " +
    "that is cast while somebody pages may be on a page before. " +
    asOfNow,
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  request: {
    params,
    query: z.strictObject({
      voteType: z.enum(voteTypes).optional(),
      limit: pageLimit,
      cursor: z.string().max(200).optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page of votes",
      body: z.object({ votes: z.array(castVote), nextCursor }),
    },
  },
  errors: [ProposalNotFound],
  grants: { table: "read" },
});

export const cancel = route({
  id: "cancel",
  method: "POST",
  path: "/{id}/cancel",
  summary: "Cancel a proposal",
  description:
    "Its proposer may until it is executed. Anybody may if a minute ago the proposer's voting power was below the threshold that " +
    "held at the proposal's creation (so not in the proposal's first minute); else `CANCEL_NOT_ALLOWED` with both figures. What is " +
    "defeated, executed or cancelled already is `PROPOSAL_CLOSED`, for its proposer too. At most 60 a minute.",
  limit: limits.cancelProposal,
  idempotent: true,
  request: { params },
  responses: {
    200: {
      description: "The cancelled proposal",
      body: z.object({
        id: proposalId,
        status: z.literal("cancelled"),
        cancelledAt: timestamp,
        cancelReason: z.string(),
      }),
    },
  },
  errors: [ProposalNotFound, ProposalClosed, CancelNotAllowed],
  grants: { table: "write" },
  timeoutSeconds: 25,
});
