import * as z from "zod";
import { beneficiaryData, beneficiaryId, iban } from "../../../core/banking/beneficiaries/schema.ts";
import { email, phone } from "../../../core/identity/schema.ts";
import { line, trimmed } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { paymentMethodId } from "../../payments/schemas.ts";
import { accountId, amount, currency, oneOf } from "../schemas.ts";

/** Requests of the app that move money between accounts, cards and banks. */

export const preview = z
  .boolean()
  .default(false)
  .describe("Returns the recipient and the fee without moving or storing anything");

const ACCOUNT = "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur";

export const newTransfer = z
  .strictObject({
    fromAccountId: accountId,
    toAccountId: accountId.optional(),
    toEmail: email.optional(),
    toPhone: phone.optional(),
    toBeneficiaryId: beneficiaryId.optional().describe("A stored payee that is a person"),
    amount,
    currency,
    description: line.max(140).default("").describe("Shown to both sides in their history"),
    preview,
  })
  .refine(
    ({ toAccountId, toEmail, toPhone, toBeneficiaryId }) =>
      oneOf([toAccountId, toEmail, toPhone, toBeneficiaryId]),
    rule(
      "must contain one recipient: toAccountId, toEmail, toPhone or toBeneficiaryId",
      "doit indiquer un seul destinataire : toAccountId, toEmail, toPhone ou toBeneficiaryId",
    ),
  )
  .meta({
    examples: [
      {
        fromAccountId: ACCOUNT,
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
    cardId: trimmed(64).optional(),
    paymentMethodId: paymentMethodId.optional(),
  })
  .refine(
    ({ cardId, paymentMethodId: method }) => oneOf([cardId, method]),
    rule(
      "must contain one card: cardId or paymentMethodId",
      "doit indiquer une seule carte : cardId ou paymentMethodId",
    ),
  )
  .meta({
    examples: [{ accountId: ACCOUNT, amount: 50, currency: "EUR", paymentMethodId: "pm_card_visa" }],
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
    preview,
  })
  .refine(
    (value) =>
      value.beneficiaryId === undefined
        ? value.iban !== undefined && value.beneficiaryName !== undefined
        : value.iban === undefined && value.beneficiaryName === undefined,
    rule(
      "must contain one payee: beneficiaryId, or iban and beneficiaryName",
      "doit indiquer un seul bénéficiaire : beneficiaryId, ou iban et beneficiaryName",
    ),
  )
  .meta({
    examples: [
      {
        accountId: ACCOUNT,
        amount: 25,
        currency: "EUR",
        iban: "DE89370400440532013000",
        beneficiaryName: "Ada Lovelace",
        description: "Rent",
      },
    ],
  });
