import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { scheduledItem } from "./schema.ts";

/** Scheduled payments, by their next attempt. */
export const scheduledDue = Due.define("SCHEDULEDPAYMENT", 4);

export const scheduledPayment = entity({
  name: "ScheduledPayment",
  about:
    "A payment that a user schedules for one date or several: its payee, its paid dates, its next attempt. It ends when the account is handed over.",
  pk: "USER#{userId}",
  sk: "SCHEDULED#{scheduledId}",
  schema: scheduledItem,
  indexes: { due: scheduledDue.keys },
  sync: ["scheduledPayments"],
  holds: "the payee's address, name and IBAN; the description",
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
    "the due payments":
      "Query due, duePk = SCHEDULEDPAYMENT#<0..3>, oldest first; an ended payment has no such keys",
  },
});

export const scheduledCount = entity({
  name: "ScheduledPaymentCount",
  about:
    "The number of active scheduled payments of a user and ownership, so that parallel requests cannot exceed the limit.",
  pk: "USER#{userId}",
  sk: "SCHEDULEDCOUNT#{ownershipId}",
  schema: z.object({ count: z.bigint() }),
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may the user schedule another payment": "UpdateItem with a condition, in the payment's own transaction",
  },
});
