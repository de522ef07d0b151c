import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { scheduledItem } from "./schema.ts";

/** Scheduled payments, by their next attempt. */
export const scheduledDue = Due.define("SCHEDULEDPAYMENT", 4);

export const scheduledPayment = entity({
  name: "ScheduledPayment",
  about:
    "Money that a user sends on a date or on many: whom to, which dates are paid, when the next is tried. Dead once the account is handed over.",
  pk: "USER#{userId}",
  sk: "SCHEDULED#{scheduledId}",
  schema: scheduledItem,
  indexes: { due: scheduledDue.keys },
  sync: ["scheduledPayments"],
  holds: "whom the user pays: address, name, IBAN; what was written",
  erasure: "deleted",
  exported: [
    "accountId",
    "asset",
    "amount",
    "toAccountId",
    "toEmail",
    "payee",
    "description",
    "frequency",
    "startDate",
    "endDate",
    "status",
    "createdAt",
  ],
  answers: {
    "the scheduled payments of a user": "Query pk, sk begins with SCHEDULED#, newest first",
    "a scheduled payment": "GetItem pk, sk",
    "which payments are due":
      "Query due, duePk = SCHEDULEDPAYMENT#<0..3>, oldest first; no keys there once it has ended",
  },
});

export const scheduledCount = entity({
  name: "ScheduledPaymentCount",
  about:
    "How many active scheduled payments a user has of one ownership, so that parallel requests cannot make more than allowed.",
  pk: "USER#{userId}",
  sk: "SCHEDULEDCOUNT#{ownershipId}",
  schema: z.object({ count: z.bigint() }),
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may the user schedule another payment": "UpdateItem with a condition, in the payment's own transaction",
  },
});
