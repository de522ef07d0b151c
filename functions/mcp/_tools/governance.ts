import * as z from "zod";
import * as DelegationRoutes from "../../../contract/defi/governance/delegation.ts";
import * as ProposalRoutes from "../../../contract/defi/governance/proposals.ts";
import * as GovernanceRoutes from "../../../contract/defi/governance.ts";
import * as limits from "../../../contract/limits.ts";
import * as Delegation from "../../../core/defi/governance/delegation.ts";
import { powerNow } from "../../../core/defi/governance/power.ts";
import * as Proposals from "../../../core/defi/governance/proposals.ts";
import { statuses } from "../../../core/defi/governance/schema.ts";
import * as Voting from "../../../core/defi/governance/vote.ts";
import * as View from "../../_views/governance.ts";
import { open, personal, type Tool, writing } from "./tool.ts";

const proposalId = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ["prp_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const listProposals = open({
  name: "svc_list_proposals",
  description:
    "Governance proposals, newest first, with status, votes and times, without their actions. Pages count from 1.",
  input: z.strictObject({
    status: z.enum(statuses).optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: ProposalRoutes.list.responses[200].body,
  freeText: "title, description, discussionUrl",
  run: async (input) => View.page(await Proposals.list("live", input)),
});

const getProposal = open({
  name: "svc_get_proposal",
  description:
    "One governance proposal with its text, votes, times and the actions that are executed if it passes.",
  input: z.strictObject({ proposalId }),
  output: ProposalRoutes.read.responses[200].body,
  freeText: "title, description, discussionUrl, actions",
  run: async (input) => View.proposal(await Proposals.fromId("live", input.proposalId)),
});

const getVotingPower = personal({
  name: "svc_get_voting_power",
  description:
    "A user's current voting power and its parts: wallet, stakes and their multiplier, delegated power.",
  output: GovernanceRoutes.votingPower.responses[200].body,
  limit: limits.votingPower,
  run: async (person) => View.power(person.userId, await powerNow(person)),
});

const getDelegation = personal({
  name: "svc_get_delegation",
  description:
    "The account that a user's voting power is delegated to, since when, and how many accounts delegate to the user.",
  output: DelegationRoutes.read.responses[200].body,
  run: async (person) => View.delegation(await Delegation.read(person)),
});

const vote = writing({
  name: "svc_vote",
  description:
    "Votes for, against or abstain on an active proposal, with the voting power of the key's owner at its snapshotTime. A vote cannot be changed: ask the user first.",
  destructive: true,
  input: ProposalRoutes.vote.request.body.extend({ proposalId }),
  output: ProposalRoutes.vote.responses[200].body,
  limit: limits.castVote,
  run: (actor, { proposalId: id, ...ballot }, claim) => Voting.vote(actor, id, ballot, claim),
  render: View.voted,
});

const delegate = writing({
  name: "svc_delegate",
  title: "Delegate voting power",
  description:
    "Delegates all of the key's owner's voting power to another account, by its address, until it is revoked. No money moves. Ask the user first.",
  destructive: true,
  input: DelegationRoutes.set.request.body,
  output: DelegationRoutes.set.responses[200].body,
  limit: limits.delegate,
  run: (actor, { delegatee }, claim) => Delegation.set(actor, delegatee, claim),
  render: View.delegation,
});

const undelegate = writing({
  name: "svc_undelegate",
  title: "Revoke a delegation",
  description: "Revokes the delegation of the key's owner's voting power. Has no effect if there is none.",
  destructive: true,
  output: DelegationRoutes.remove.responses[200].body,
  limit: limits.delegate,
  run: (actor, _, claim) => Delegation.remove(actor, claim),
  render: View.delegation,
});

export const governanceTools: readonly Tool[] = [
  listProposals,
  getProposal,
  getVotingPower,
  getDelegation,
  vote,
  delegate,
  undelegate,
];
