import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

/** A proposal's votes are spread over this many partitions, so that no item is hot. */
export const TALLY_SHARDS = 16;

/** When the schedule has to look at a proposal. One shard keeps executions in order. */
export const proposalDue = Due.define("PROPOSAL", 1, "ledger");

export const proposalState = entity({
  name: "Proposal",
  about:
    "What of a proposal decides its status: times, figures, marks of what happened to it. Small, for lists read all of them.",
  pk: "PROPOSALS#{mode}",
  sk: "{proposalId}",
  schema: Schema.proposalState,
  indexes: { due: proposalDue.keys },
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the proposals, newest first": "Query pk, newest first",
    "a proposal's state": "GetItem pk, sk",
    "which proposals have a transition to make": "Query due, duePk = PROPOSAL#0, dueSk up to now",
  },
});

export const proposalContent = entity({
  name: "ProposalContent",
  about: "What a proposal says: title, description, actions. Written once, never changed.",
  pk: "PROPOSAL#{mode}#{proposalId}",
  sk: "CONTENT",
  schema: Schema.proposalContent,
  holds: "what its proposer has written for everybody to read",
  erasure: { kept: "ledger" },
  answers: { "what a proposal says": "GetItem pk, sk; BatchGetItem for a page of proposals" },
});

export const tallyShard = entity({
  name: "TallyShard",
  about:
    "One of the parts that a proposal's tally is spread over. Closed when no vote may be added any more.",
  pk: "PROPOSAL#{mode}#{proposalId}#{shard}",
  sk: "TALLY",
  schema: Schema.tally.partial(),
  holds: "nothing",
  erasure: "stays",
  answers: { "a proposal's tally": "BatchGetItem of its 16 shards" },
});

export const castVote = entity({
  name: "Vote",
  about: "A voter's vote on a proposal, beside the shard of the tally that it is counted in: one per voter.",
  pk: "PROPOSAL#{mode}#{proposalId}#{shard}",
  sk: "VOTE#{voterId}",
  schema: Schema.vote,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "has somebody voted on a proposal": "GetItem pk, sk; the shard follows from the voter",
    "the votes that make up a shard of a tally": "Query pk, sk begins with VOTE#",
  },
});

/** Milliseconds since the epoch. The table returns whole numbers as bigint. */
const ms = z.coerce.number();

export const delegation = entity({
  name: "Delegation",
  about: "Whom a user's voting power is delegated to now, if to anyone.",
  pk: "USER#{userId}",
  sk: "DELEGATION#{mode}",
  schema: z.object({ delegateId: z.string().optional(), sinceMs: ms, version: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "whom has a user delegated to": "GetItem pk, sk; written under its version" },
});

export const delegationCheckpoint = entity({
  name: "DelegationCheckpoint",
  about: "Whom a user's power was delegated to from an instant on. Written with the change, never changed.",
  pk: "DELEGATED#{mode}#{userId}",
  sk: "AT#{at}#{version}",
  schema: z.object({ delegateId: z.string().optional() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "whom had a user delegated to at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

const interval = z.object({ delegatorId: z.string(), sinceMs: ms });

export const delegator = entity({
  name: "Delegator",
  about: "That a user has delegated to a delegate, and since when.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "ACTIVE#{delegatorId}",
  schema: interval,
  holds: "nothing",
  erasure: "stays",
  answers: { "who has delegated to somebody": "Query pk, sk begins with ACTIVE#; at most 1,000" },
});

export const formerDelegator = entity({
  name: "FormerDelegator",
  about: "That a user had delegated to a delegate, since when and until when.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "ENDED#{until}#{delegatorId}",
  schema: interval.extend({ untilMs: ms }),
  expires: "60 days after it ended (attribute ttl): no vote looks back so far",
  holds: "nothing",
  erasure: "stays",
  answers: {
    "whose delegation to somebody ended after an instant":
      "Query pk, sk from the instant to the end of ENDED#",
  },
});

export const delegatorCount = entity({
  name: "DelegatorCount",
  about: "How many have delegated to a delegate, so that parallel requests cannot make more than allowed.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "COUNT",
  schema: z.object({ count: ms }),
  holds: "nothing",
  erasure: "stays",
  answers: { "may one more delegate": "UpdateItem with a condition, in the delegation's own transaction" },
});
