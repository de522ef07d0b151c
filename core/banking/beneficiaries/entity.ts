import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

const kept = z.object({
  userId: z.string(),
  beneficiaryId: z.string(),
  ownershipId: z.string(),
  name: z.string(),
  iban: z.string(),
  version: storedNumber,
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const beneficiary = entity({
  name: "Beneficiary",
  about:
    "Whom a user pays out to: name and IBAN. Dead once the account is handed over: payouts go where its new owner says.",
  pk: "USER#{userId}",
  sk: "BENEFICIARY#{beneficiaryId}",
  schema: kept,
  sync: ["beneficiaries"],
  holds: "names and IBANs of whom the user pays",
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
    "How many beneficiaries a user has of one ownership, so that parallel requests cannot make more than allowed.",
  pk: "USER#{userId}",
  sk: "BENEFICIARYCOUNT#{ownershipId}",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may the user add another beneficiary":
      "UpdateItem with a condition, in the beneficiary's own transaction",
  },
});
