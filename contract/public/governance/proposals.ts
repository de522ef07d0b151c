import * as z from "zod";
import { InvalidActions, listOfTargets } from "../../../core/defi/governance/actions/schema.ts";
import {
  AlreadyVoted,
  InsufficientVotingPower,
  ProposalNotActive,
  ProposalNotFound,
} from "../../../core/defi/governance/errors.ts";
import { categories, MAX_REASON, statuses, voteTypes } from "../../../core/defi/governance/schema.ts";
import { Contention } from "../../../core/kernel/errors.ts";
import { text } from "../../../core/kernel/text/schema.ts";
import { actions, description, discussionUrl, title } from "../../defi/governance/schemas.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import {
  proposal,
  proposalId,
  proposalWithActions,
  reading,
  vote as voteObject,
  writing,
} from "./schemas.ts";

/** Proposals and votes of the public API: the DeFi family's, with a key. */

const route = defineFamily({
  ...shared,
  id: "public.governance.proposals",
  path: "/v1/governance/proposals",
});

const params = z.object({ id: proposalId });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List proposals",
  description:
    "`status` is what a proposal has at the time of the request, whether or not the transition was recorded yet.",
  request: { query: z.strictObject({ ...paging, status: z.enum(statuses).optional() }) },
  responses: {
    200: { description: "The proposals, newest first, without their actions", body: listOf(proposal) },
  },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Create a proposal",
  description:
    "Takes at least 1,000,000 of voting power now. Voting begins after 2 days and lasts 7; a quorum is 4 % of the supply; a timelock of 2 " +
    "days follows; governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`, without any it is a signalling " +
    "proposal. An account proposes at most 100 times in 24 hours. The targets:\n\n" +
    listOfTargets,
  request: {
    body: z.strictObject({
      title,
      description,
      category: z.enum(categories),
      actions,
      discussion_url: discussionUrl.optional(),
    }),
    maxBodyBytes: 256 * 1024,
  },
  responses: { 201: { description: "The new proposal", body: proposalWithActions } },
  errors: [InsufficientVotingPower, InvalidActions],
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a proposal",
  request: { params },
  responses: { 200: { description: "The proposal with its actions", body: proposalWithActions } },
  errors: [ProposalNotFound],
});

export const vote = route({
  ...writing,
  id: "vote",
  method: "POST",
  path: "/{id}/votes",
  summary: "Vote on a proposal",
  description:
    "Once, with the voting power that the caller had at the proposal's `snapshot_at`. What a stake's multiplier adds counts as far as it is " +
    "still staked under a lock that ends after voting, and keeps it there until then. Who votes by several accounts' keys votes for each. " +
    "Tokens in the exchange's pools and in farms have no vote: they are the pool's. A vote cannot be changed.",
  request: {
    params,
    body: z.strictObject({ vote: z.enum(voteTypes), reason: text.max(MAX_REASON).optional() }),
  },
  responses: { 201: { description: "The vote as it was counted", body: voteObject } },
  errors: [ProposalNotFound, ProposalNotActive, AlreadyVoted, InsufficientVotingPower, Contention],
});
