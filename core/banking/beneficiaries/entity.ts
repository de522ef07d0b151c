import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

const beneficiaryItem = z.object({
  userId: z.string(),
  beneficiaryId: z.string(),
  ownershipId: z.string(),
  name: z.string(),
  /** The bank account; missing for a person. */
  iban: z.string().optional(),
  /** Since when it has this IBAN; missing for a person. */
  ibanSince: z.string().optional(),
  /** The user who is paid, and the ownership of the account then; missing for a bank account. */
  payeeId: z.string().optional(),
  payeeOwnershipId: z.string().optional(),
  version: storedNumber,
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const beneficiary = entity({
  name: "Beneficiary",
  about:
    "A payee of a user: a name, and an IBAN or another user. After a hand-over of either account it is no longer used.",
  pk: "USER#{userId}",
  sk: "BENEFICIARY#{beneficiaryId}",
  schema: beneficiaryItem,
  sync: ["beneficiaries"],
  holds: "names and IBANs of the user's payees, and which of them are users",
  erasure: "deleted",
  exported: ["name", "iban", "createdAt", "updatedAt"],
  answers: {
    "the beneficiaries of a user": "Query pk, sk begins with BENEFICIARY#",
    "a beneficiary": "GetItem pk, sk",
  },
});

export const beneficiaryCount = entity({
  name: "BeneficiaryCount",
  about:
    "The number of beneficiaries of a user and ownership, so that parallel requests cannot exceed the limit.",
  pk: "USER#{userId}",
  sk: "BENEFICIARYCOUNT#{ownershipId}",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may the user add another beneficiary":
      "UpdateItem with a condition, in the beneficiary's own transaction",
  },
});
