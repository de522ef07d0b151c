import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity, type Key } from "../../platform/table/entity.ts";
import { type WithdrawalRef, withdrawalItem } from "./schema.ts";

/** Open withdrawals by the time of the next query to the bank. */
export const withdrawalDue = Due.define("WITHDRAWAL", 4);

/** Withdrawals of sandboxes by the time of their next outcome. */
export const testWithdrawalDue = Due.define("TESTWITHDRAWAL", 4, "ledger");

/** The personal data of a withdrawal, and its erasure. */
const personal = {
  holds: "the payee's name and IBAN, and the description",
  erasure: { retained: "ledger", without: { name: "", iban: "", description: "" } },
  exported: [
    "withdrawalId",
    "state",
    "amountMinor",
    "feeMinor",
    "currency",
    "name",
    "iban",
    "address",
    "description",
    "createdAt",
  ],
} as const;

export const withdrawal = entity({
  name: "Withdrawal",
  about: "A withdrawal to a bank account or an address: its hold, its order to the bank, and its state.",
  pk: "USER#{userId}",
  sk: "WITHDRAWAL#{withdrawalId}",
  schema: withdrawalItem,
  indexes: { due: withdrawalDue.keys },
  sync: ["transactions"],
  ...personal,
  answers: {
    "a withdrawal": "GetItem pk, sk",
    "the withdrawals of a user, by time": "Query pk, sk begins with WITHDRAWAL#",
    "the withdrawals to query the bank about":
      "Query due, duePk = WITHDRAWAL#<0..3>, oldest first; an ended withdrawal has no such keys",
  },
});

export const testWithdrawal = entity({
  name: "TestWithdrawal",
  about: "A withdrawal of a sandbox, which is not sent to a bank: its hold and its state.",
  pk: "WITHDRAWALS#{mode}#{userId}",
  sk: "WITHDRAWAL#{withdrawalId}",
  schema: withdrawalItem,
  indexes: { due: testWithdrawalDue.keys },
  ...personal,
  answers: {
    "a withdrawal of a sandbox": "GetItem pk, sk",
    "the open withdrawals of a sandbox": "Query pk, sk begins with WITHDRAWAL#",
    "the due withdrawals of sandboxes": "Query due, duePk = TESTWITHDRAWAL#<0..3>, dueSk up to now",
  },
});

/** Returns the key of a withdrawal. Devices sync only withdrawals of the live ledger. */
export const keyOf = (ref: WithdrawalRef): Key =>
  ref.mode === "live" ? withdrawal.key(ref) : testWithdrawal.key(ref);

export const withdrawalReference = entity({
  name: "WithdrawalReference",
  about: "The withdrawal of a bank's event, by the end-to-end id or by the bank's id.",
  pk: "WITHDRAWAL#{reference}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string(), withdrawalId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "the withdrawal of an end-to-end id or a transaction id": "GetItem pk, sk" },
});
