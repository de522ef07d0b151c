import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { withdrawalItem } from "./schema.ts";

/** Withdrawals that are under way, by when the bank is asked about them. */
export const withdrawalDue = Due.define("WITHDRAWAL", 4);

export const withdrawal = entity({
  name: "Withdrawal",
  about:
    "Money on its way from an account to a bank account: what is held for it, the order to the bank, and what became of it.",
  pk: "USER#{userId}",
  sk: "WITHDRAWAL#{withdrawalId}",
  schema: withdrawalItem,
  indexes: { due: withdrawalDue.keys },
  sync: ["transactions"],
  answers: {
    "what became of this withdrawal": "GetItem pk, sk",
    "the withdrawals of a user, by time": "Query pk, sk begins with WITHDRAWAL#",
    "about which withdrawals is the bank to be asked":
      "Query due, duePk = WITHDRAWAL#<0..3>, oldest first; no keys there once it has ended",
  },
});

export const withdrawalReference = entity({
  name: "WithdrawalReference",
  about: "Which withdrawal a bank's event is about: by its end-to-end id, or by the bank's id of it.",
  pk: "WITHDRAWAL#{reference}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string(), withdrawalId: z.string() }),
  answers: { "which withdrawal does this end-to-end or transaction id name": "GetItem pk, sk" },
});
