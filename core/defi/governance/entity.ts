import { entity } from "../../platform/table/entity.ts";

/** A proposal's votes are spread over this many partitions, so that a popular vote has no hot item. */
export const TALLY_SHARDS = 16;

export const proposalHead = entity({
  name: "Proposal",
  about:
    "What of a proposal decides its status: times, figures, marks of what happened to it. Small, for lists read all of them.",
  pk: "PROPOSALS",
  sk: "{proposalId}",
  indexes: { due: { pk: "PROPOSALS", sk: "{dueAt}" } },
  answers: {
    "the proposals, newest first": "Query pk, newest first",
    "a proposal's state": "GetItem pk, sk",
    "which proposals have a transition to make": "Query due, duePk = PROPOSALS, dueSk up to now",
  },
});

export const proposalBody = entity({
  name: "ProposalBody",
  about: "What a proposal says: title, description, actions. Written once, never changed.",
  pk: "PROPOSAL#{proposalId}",
  sk: "BODY",
  answers: { "what a proposal says": "GetItem pk, sk; BatchGetItem for a page of proposals" },
});

export const tallyShard = entity({
  name: "TallyShard",
  about:
    "One of the parts that a proposal's tally is spread over. Closed when no vote may be added any more.",
  pk: "PROPOSAL#{proposalId}#{shard}",
  sk: "TALLY",
  answers: { "a proposal's tally": "BatchGetItem of its 16 shards" },
});

export const castVote = entity({
  name: "Vote",
  about: "A voter's vote on a proposal, beside the shard of the tally that it is counted in: one per voter.",
  pk: "PROPOSAL#{proposalId}#{shard}",
  sk: "VOTE#{userId}",
  answers: {
    "has somebody voted on a proposal": "GetItem pk, sk; the shard follows from the voter",
    "the votes that make up a shard of a tally": "Query pk, sk begins with VOTE#",
  },
});

export const delegation = entity({
  name: "Delegation",
  about: "Whom a user's voting power is delegated to now, if to anyone.",
  pk: "USER#{userId}",
  sk: "DELEGATION",
  answers: { "whom has a user delegated to": "GetItem pk, sk; written under its version" },
});

export const delegationCheckpoint = entity({
  name: "DelegationCheckpoint",
  about: "Whom a user's power was delegated to from an instant on. Written with the change, never changed.",
  pk: "DELEGATED#{userId}",
  sk: "AT#{at}#{version}",
  answers: {
    "whom had a user delegated to at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

export const delegator = entity({
  name: "Delegator",
  about: "That a user has delegated to a delegate, and since when.",
  pk: "DELEGATE#{delegateId}",
  sk: "ACTIVE#{delegatorId}",
  answers: { "who has delegated to somebody": "Query pk, sk begins with ACTIVE#; at most 1,000" },
});

export const formerDelegator = entity({
  name: "FormerDelegator",
  about: "That a user had delegated to a delegate, since when and until when.",
  pk: "DELEGATE#{delegateId}",
  sk: "ENDED#{until}#{delegatorId}",
  expires: "60 days after it ended (attribute ttl): no vote looks back so far",
  answers: {
    "whose delegation to somebody ended after an instant":
      "Query pk, sk from the instant to the end of ENDED#",
  },
});

export const delegatorCount = entity({
  name: "DelegatorCount",
  about: "How many have delegated to a delegate, so that parallel requests cannot make more than allowed.",
  pk: "DELEGATE#{delegateId}",
  sk: "COUNT",
  answers: { "may one more delegate": "UpdateItem with a condition, in the delegation's own transaction" },
});
