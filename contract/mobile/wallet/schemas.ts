import * as z from "zod";
import { beneficiaryData, beneficiaryId, iban } from "../../../core/banking/beneficiaries/schema.ts";
import { email, phone } from "../../../core/identity/schema.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";

/** What moves money between accounts, cards and banks, as the app sends it. */

export const accountId = z.string().max(100).meta({ description: "As the list of accounts has it" });

/** Read exactly as written. */
export const amount = z
  .union(
    [z.number().positive(), z.string().max(60)],
    rule(
      'must be a number above 0, or a decimal string such as "12.50"',
      'doit être un nombre supérieur à 0, ou un texte décimal comme "12.50"',
    ),
  )
  .meta({ description: "In whole units of the currency", examples: [12.5] });

export const paymentMethodId = z
  .string()
  .trim()
  .regex(
    /^pm_\w{1,250}$/,
    rule(
      "must be a payment method's id, as pm_1Qabc",
      "doit être l'identifiant d'un moyen de paiement, comme pm_1Qabc",
    ),
  )
  .optional();

export const currency = z
  .string()
  .max(10)
  .meta({ examples: ["EUR"] });

export const oneOf = (given: readonly unknown[]): boolean =>
  given.filter((one) => one !== undefined).length === 1;

export const newTransfer = z
  .strictObject({
    fromAccountId: accountId,
    toAccountId: accountId.optional(),
    toEmail: email.optional(),
    toPhone: phone.optional(),
    amount,
    currency,
    description: line.max(140).default("").meta({ description: "Both read it in their history" }),
  })
  .refine(
    ({ toAccountId, toEmail, toPhone }) => oneOf([toAccountId, toEmail, toPhone]),
    rule(
      "must name one receiver: toAccountId, toEmail or toPhone",
      "doit nommer un seul destinataire : toAccountId, toEmail ou toPhone",
    ),
  )
  .meta({
    examples: [
      {
        fromAccountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        toEmail: "ben@example.com",
        amount: 12.5,
        currency: "EUR",
        description: "Lunch",
      },
    ],
  });

export const newTopUp = z
  .strictObject({
    accountId,
    amount,
    currency,
    cardId: z.string().trim().min(1).max(64).optional(),
    paymentMethodId,
  })
  .refine(
    ({ cardId, paymentMethodId: method }) => oneOf([cardId, method]),
    rule(
      "must name one card: cardId or paymentMethodId",
      "doit nommer une carte : cardId ou paymentMethodId",
    ),
  )
  .meta({
    examples: [
      {
        accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        amount: 50,
        currency: "EUR",
        paymentMethodId: "pm_card_visa",
      },
    ],
  });

export const newWithdrawal = z
  .strictObject({
    accountId,
    amount,
    currency,
    iban: iban.optional(),
    beneficiaryName: beneficiaryData.shape.name.optional(),
    beneficiaryId: beneficiaryId.optional(),
    description: line.max(140).default(""),
  })
  .refine(
    (given) =>
      given.beneficiaryId === undefined
        ? given.iban !== undefined && given.beneficiaryName !== undefined
        : given.iban === undefined && given.beneficiaryName === undefined,
    rule(
      "must name one payee: beneficiaryId, or iban and beneficiaryName",
      "doit nommer un seul bénéficiaire : beneficiaryId, ou iban et beneficiaryName",
    ),
  )
  .meta({
    examples: [
      {
        accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        amount: 25,
        currency: "EUR",
        iban: "DE89370400440532013000",
        beneficiaryName: "Ada Lovelace",
        description: "Rent",
      },
    ],
  });
