import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { payoutRequestItem, rewardItem } from "./schema.ts";

/**
 * The number of partitions of pending rewards. The beneficiary's id determines the partition. The rewards are in the table
 * itself, not in an index, because payouts need strongly consistent reads.
 */
export const PENDING_SHARDS = 16;

/** The prefix of a user's pending rewards in the sort key. */
export const PENDING_OF_USER = "PENDING#{userId}#";

export const pendingReward = entity({
  name: "PendingSaveback",
  about:
    "The pending saveback of a payment in a loyalty program. Written in the transaction that credits the payment and charges the merchant.",
  pk: "SAVEBACK#{shard}",
  sk: "PENDING#{userId}#{paymentId}",
  schema: rewardItem,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "all pending saveback": `Query each of the ${PENDING_SHARDS} shards in parallel, sk begins with PENDING#`,
    "the pending saveback of a user": "Query the user's shard, sk begins with PENDING#{userId}#",
    "the pending saveback of a program":
      "all pending saveback, filtered: a payout's totals need the rest too",
    "the reward of a payment": "GetItem pk, sk",
  },
});

export const closedReward = entity({
  name: "ClosedSaveback",
  about:
    "A reward that is no longer pending, since its payment was returned. It moves here in one transaction, and back if the payment is reinstated.",
  pk: "USER#{userId}",
  sk: "SAVEBACK#{paymentId}",
  schema: rewardItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "merchantId", "asset", "amountMinor", "paidMinor", "createdAt"],
  answers: { "a user's closed rewards": "Query pk, sk begins with SAVEBACK#" },
});

export const awaitingPayout = entity({
  name: "WaitingPayout",
  about: "A payout of saveback in the queue of approvals.",
  pk: "PAYOUTREQUESTS",
  sk: "REQUEST#{requestId}",
  schema: z.object({ requestId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which payouts were requested": "Query pk, newest first" },
});

export const payoutRequest = entity({
  name: "SavebackPayoutRequest",
  about:
    "An administrator's request to pay out pending rewards: author, time, filters, totals and the hash of the plan. It pays nothing by itself.",
  pk: "APPROVAL#{requestId}",
  sk: "SAVEBACKPAYOUT",
  schema: payoutRequestItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "the content of this request": "GetItem pk, sk" },
});
