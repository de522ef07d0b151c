import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import * as z from "zod";
import { pattern } from "../../kernel/ids/schema.ts";
import { named } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";

/** Payees of a user: a name, and a bank account or another user. */

/** Created on the device, so that a beneficiary can be added offline. */
export const beneficiaryId = z
  .string()
  .regex(
    pattern("beneficiary"),
    rule(
      "must be a beneficiary id such as ben_01jd…",
      "doit être l'identifiant d'un bénéficiaire, comme ben_01jd…",
    ),
  )
  .meta({ examples: ["ben_01kaf3v7m8q2w5x9y1z4b6c8d0"] });

/** An IBAN in electronic format: spaces are removed. */
export const iban = z
  .string()
  .max(50)
  .transform((text) => electronicFormatIBAN(text) ?? "")
  .refine(
    (text) => isValidIBAN(text),
    rule(
      "must be an IBAN: country code, check digits and account number",
      "doit être un IBAN : code pays, clé de contrôle et numéro de compte",
    ),
  )
  .meta({ examples: ["FR7630006000011234567890189"] });

/** The field that the owner can change. */
export const beneficiaryName = z.strictObject({
  name: named
    .min(1)
    .max(70)
    .meta({ description: "The name of the bank account's holder, or the caller's name for a person" }),
});

/** The fields of a bank account that the owner sets. */
export const beneficiaryData = beneficiaryName.extend({ iban });
export type BeneficiaryData = z.output<typeof beneficiaryData>;

export const beneficiaryTypes = ["bank_account", "person"] as const;

export const beneficiary = z
  .object({
    id: z.string(),
    type: z.enum(beneficiaryTypes).describe("A `person` is another user, paid by a transfer"),
    name: z.string(),
    iban: z.string().nullable().describe("Null for a person"),
    version: z.int().min(1),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Beneficiary" });
export type Beneficiary = z.output<typeof beneficiary>;
