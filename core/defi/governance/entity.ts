import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

/** The number of partitions of a proposal's votes, so that no item is hot. */
export const TALLY_SHARDS = 16;

/** The time of a proposal's next transition. Has one shard, so that executions stay in order. */
export const proposalDue = Due.define("PROPOSAL", 1, "ledger");

export const proposalState = entity({
  name: "Proposal",
  about:
    "The part of a proposal that determines its status: times, figures, completed transitions. Small, since lists read all of them.",
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
  about: "The content of a proposal: title, description, actions. Written once, never changed.",
  pk: "PROPOSAL#{mode}#{proposalId}",
  sk: "CONTENT",
  schema: Schema.proposalContent,
  holds: "the proposer's public text",
  erasure: { retained: "ledger" },
  answers: { "the content of a proposal": "GetItem pk, sk; BatchGetItem for a page of proposals" },
});

export const tallyShard = entity({
  name: "TallyShard",
  about: "A shard of a proposal's tally. Closed when no more votes may be added.",
  pk: "PROPOSAL#{mode}#{proposalId}#{shard}",
  sk: "TALLY",
  schema: Schema.tally.partial(),
  holds: "nothing",
  erasure: "stays",
  answers: { "a proposal's tally": "BatchGetItem of its 16 shards" },
});

export const castVote = entity({
  name: "Vote",
  about: "A voter's only vote on a proposal, beside the shard of the tally that counts it.",
  pk: "PROPOSAL#{mode}#{proposalId}#{shard}",
  sk: "VOTE#{voterId}",
  schema: Schema.vote,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "has a user voted on a proposal": "GetItem pk, sk; the shard follows from the voter",
    "the votes that make up a shard of a tally": "Query pk, sk begins with VOTE#",
  },
});

/** Milliseconds since the epoch. The table returns whole numbers as bigint. */
const ms = z.coerce.number();

export const delegation = entity({
  name: "Delegation",
  about: "The current delegate of a user's voting power, if any.",
  pk: "USER#{userId}",
  sk: "DELEGATION#{mode}",
  schema: z.object({ delegateId: z.string().optional(), sinceMs: ms, version: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "a user's delegate": "GetItem pk, sk; written under its version" },
});

export const delegationCheckpoint = entity({
  name: "DelegationCheckpoint",
  about: "The delegate of a user's power from an instant on. Written with the change, never changed.",
  pk: "DELEGATED#{mode}#{userId}",
  sk: "AT#{at}#{version}",
  schema: z.object({ delegateId: z.string().optional() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a user's delegate at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

const interval = z.object({ delegatorId: z.string(), sinceMs: ms });

export const delegator = entity({
  name: "Delegator",
  about: "A current delegation of a user to a delegate, and its start.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "ACTIVE#{delegatorId}",
  schema: interval,
  holds: "nothing",
  erasure: "stays",
  answers: { "a delegate's current delegators": "Query pk, sk begins with ACTIVE#; at most 1,000" },
});

export const formerDelegator = entity({
  name: "FormerDelegator",
  about: "A former delegation of a user to a delegate, its start and its end.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "ENDED#{until}#{delegatorId}",
  schema: interval.extend({ untilMs: ms }),
  expires: "60 days after it ended (attribute ttl): no vote requires older ones",
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a delegate's delegations that ended after an instant":
      "Query pk, sk from the instant to the end of ENDED#",
  },
});

export const delegatorCount = entity({
  name: "DelegatorCount",
  about: "The number of a delegate's delegators, so that parallel requests cannot exceed the maximum.",
  pk: "DELEGATE#{mode}#{delegateId}",
  sk: "COUNT",
  schema: z.object({ count: ms }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "may one more user delegate": "UpdateItem with a condition, in the delegation's own transaction",
  },
});
