import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { transactionName } from "../records/schema.ts";

export const paidIn = entity({
  name: "PaidIn",
  about:
    "How much a user has asked to pay within the last hours, and since the account was opened as long as it is new, in minor units of whatever currency: decides which payment needs an approval, and counts it in the same write.",
  pk: "USER#{userId}",
  sk: "PAIDIN",
  schema: z.object({
    userId: z.string(),
    newMinor: z.bigint(),
    parts: z.array(z.object({ fromMs: z.bigint(), minor: z.bigint() })),
    version: z.bigint(),
  }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "how much has this user asked to pay lately": "GetItem pk, sk, and PutItem over its version" },
});

export const awaitingApproval = entity({
  name: "AwaitingPayment",
  about:
    "That a payment needs an administrator's approval: for the queue of them. Written with the payment's record, gone once it is paid or called off.",
  pk: "AWAITINGAPPROVAL",
  sk: "PAYMENT#{createdAt}#{transactionId}",
  schema: transactionName,
  holds: "nothing",
  erasure: "stays",
  answers: { "which payments wait for an approval": "Query pk, newest first" },
});
