import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity, type Key } from "../../platform/table/entity.ts";
import { type WithdrawalRef, withdrawalItem } from "./schema.ts";

/** Open withdrawals, by when the bank is asked about them. */
export const withdrawalDue = Due.define("WITHDRAWAL", 4);

/** Withdrawals of sandboxes, by when their next outcome is due. */
export const testWithdrawalDue = Due.define("TESTWITHDRAWAL", 4, "ledger");

/** The personal data of a withdrawal, and its erasure. */
const personal = {
  holds: "the payee's name and IBAN, and what was written",
  erasure: { kept: "ledger", without: { name: "", iban: "", description: "" } },
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
  about:
    "Money on its way from an account to a bank account or an address: what is held for it, the order to the bank, and what became of it.",
  pk: "USER#{userId}",
  sk: "WITHDRAWAL#{withdrawalId}",
  schema: withdrawalItem,
  indexes: { due: withdrawalDue.keys },
  sync: ["transactions"],
  ...personal,
  answers: {
    "what became of this withdrawal": "GetItem pk, sk",
    "the withdrawals of a user, by time": "Query pk, sk begins with WITHDRAWAL#",
    "about which withdrawals is the bank to be asked":
      "Query due, duePk = WITHDRAWAL#<0..3>, oldest first; no keys there once it has ended",
  },
});

export const testWithdrawal = entity({
  name: "TestWithdrawal",
  about: "A withdrawal of a sandbox, which no bank hears of: what is held for it, and what became of it.",
  pk: "WITHDRAWALS#{mode}#{userId}",
  sk: "WITHDRAWAL#{withdrawalId}",
  schema: withdrawalItem,
  indexes: { due: testWithdrawalDue.keys },
  ...personal,
  answers: {
    "what became of this withdrawal of a sandbox": "GetItem pk, sk",
    "what is still to become of withdrawals of a sandbox": "Query pk, sk begins with WITHDRAWAL#",
    "which withdrawals of sandboxes go on": "Query due, duePk = TESTWITHDRAWAL#<0..3>, dueSk up to now",
  },
});

/** Returns the key of a withdrawal. Devices sync only withdrawals of the live ledger. */
export const keyOf = (name: WithdrawalRef): Key =>
  name.mode === "live" ? withdrawal.key(name) : testWithdrawal.key(name);

export const withdrawalReference = entity({
  name: "WithdrawalReference",
  about: "Which withdrawal a bank's event is about: by its end-to-end id, or by the bank's id of it.",
  pk: "WITHDRAWAL#{reference}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string(), withdrawalId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which withdrawal does this end-to-end or transaction id name": "GetItem pk, sk" },
});
