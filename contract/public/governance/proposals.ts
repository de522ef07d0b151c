import * as z from "zod";
import { InvalidActions, listOfTargets } from "../../../core/defi/governance/actions/schema.ts";
import { InsufficientVotingPower, ProposalNotFound } from "../../../core/defi/governance/errors.ts";
import { categories, MAX_REASON, statuses, voteTypes } from "../../../core/defi/governance/schema.ts";
import { text } from "../../../core/kernel/text/schema.ts";
import { voteErrors } from "../../defi/errors.ts";
import { actions, description, discussionUrl, title } from "../../defi/governance.ts";
import { defineFamily } from "../../family.ts";
import {
  proposal,
  proposalId,
  proposalWithActions,
  reading,
  vote as voteObject,
  writing,
} from "../governance.ts";
import { list as listOf, paging, shared } from "../schemas.ts";

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
  description: "`status` filters by the status at the time of the request.",
  request: { query: z.strictObject({ ...paging, status: z.enum(statuses).optional() }) },
  response: { description: "The proposals, newest first, without their actions", body: listOf(proposal) },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Create a proposal",
  description:
    "Requires a voting power of 1,000,000. Voting begins after 2 days and lasts 7; the quorum is 4 % of the supply; a timelock of 2 " +
    "days follows. Governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`; without any it is a " +
    "signalling proposal. At most 100 proposals in 24 hours. The targets:\n\n" +
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
  response: { status: 201, description: "The new proposal", body: proposalWithActions },
  errors: [InsufficientVotingPower, InvalidActions],
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a proposal",
  request: { params },
  response: { description: "The proposal with its actions", body: proposalWithActions },
  errors: [ProposalNotFound],
});

export const vote = route({
  ...writing,
  id: "vote",
  method: "POST",
  path: "/{id}/votes",
  summary: "Vote on a proposal",
  description:
    "Votes once, with the caller's voting power at `snapshot_at`. A stake's multiplier counts if the stake is still locked until after " +
    "voting ends, and keeps it locked until then. Tokens in the exchange's pools and in farms carry no votes. A vote is final.",
  request: {
    params,
    body: z.strictObject({ vote: z.enum(voteTypes), reason: text.max(MAX_REASON).optional() }),
  },
  response: { status: 201, description: "The counted vote", body: voteObject },
  errors: voteErrors,
});
