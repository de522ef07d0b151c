import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { payoutRequestItem, rewardItem } from "./schema.ts";

/**
 * The number of partitions of pending rewards, chosen by beneficiary. They are in the table itself, not in an index,
 * because payouts need strongly consistent reads.
 */
export const PENDING_SHARDS = 16;

/** The prefix of a user's pending rewards in the sort key. */
export const PENDING_OF_USER = "PENDING#{userId}#";

export const pendingReward = entity({
  name: "PendingSaveback",
  about:
    "What a payment has earned its payer in a loyalty program and was not paid out yet; written in the transaction that credits the payment, where the merchant pays for it.",
  pk: "SAVEBACK#{shard}",
  sk: "PENDING#{userId}#{paymentId}",
  schema: rewardItem,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "everything that is pending": `Query each of the ${PENDING_SHARDS} shards at once, sk begins with PENDING#`,
    "what is pending for a user": "Query the user's shard, sk begins with PENDING#{userId}#",
    "what is pending in a program":
      "everything that is pending, filtered: a payout's totals need the rest too",
    "the reward of a payment": "GetItem pk, sk",
  },
});

export const closedReward = entity({
  name: "ClosedSaveback",
  about:
    "A reward that is not pending any more, because its payment went back. It moves here in one transaction, and back should the money come again.",
  pk: "USER#{userId}",
  sk: "SAVEBACK#{paymentId}",
  schema: rewardItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "merchantId", "asset", "amountMinor", "paidMinor", "createdAt"],
  answers: { "a user's closed rewards": "Query pk, sk begins with SAVEBACK#" },
});

export const payoutWaiting = entity({
  name: "WaitingPayout",
  about: "That a payout of saveback waits for a person's approval: for the queue of them.",
  pk: "PAYOUTREQUESTS",
  sk: "REQUEST#{requestId}",
  schema: z.object({ requestId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which payouts were asked for": "Query pk, newest first" },
});

export const payoutRequest = entity({
  name: "SavebackPayoutRequest",
  about:
    "That an administrator asked to pay out pending rewards: who, when, which, how much, and the hash of the plan. Nothing is paid by it.",
  pk: "APPROVAL#{requestId}",
  sk: "SAVEBACKPAYOUT",
  schema: payoutRequestItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "what was asked to be approved": "GetItem pk, sk" },
});
