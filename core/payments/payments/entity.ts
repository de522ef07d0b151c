import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import { transactionName } from "../records/schema.ts";

export const paidIn = entity({
  name: "PaidIn",
  about:
    "Amounts of the payments that a user requested in the last hours, and since the opening of a new account, in minor units of any currency. Decides which payment needs an approval, in the write that counts it.",
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
  answers: {
    "how much has this user requested to pay recently": "GetItem pk, sk, and PutItem over its version",
  },
});

export const awaitingApproval = entity({
  name: "AwaitingPayment",
  about:
    "A payment in the queue of approvals. Written with the payment's record, removed when it is paid or canceled.",
  pk: "AWAITINGAPPROVAL",
  sk: "PAYMENT#{createdAt}#{transactionId}",
  schema: transactionName,
  holds: "nothing",
  erasure: "stays",
  answers: { "which payments wait for an approval": "Query pk, newest first" },
});
