import * as z from "zod";
import { statuses } from "../../core/history/schema.ts";
import { email } from "../../core/identity/schema.ts";
import { line, trimmed } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { methods } from "../../core/payments/made/schema.ts";
import { idOf, nextCursor, pagedBy, providerLedgerWrite, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { cardPaymentErrors, sendingErrors } from "../payments/errors.ts";
import { paymentMethodId } from "../payments/schemas.ts";
import { afterReset } from "../proof.ts";
import { accountId, amount, currency, oneOf, shared } from "./schemas.ts";

/** Payments of the mobile app: MOBILE.md, section Payments. */

const route = defineFamily({ ...shared, id: "mobile.payments", path: "/api/v1/mobile/payments" });

export const merchantId = idOf("merchant");

export const description = line.max(140).default("").describe("Shown to both sides in their payments");

/** Fields of the answer to a payment. */
export const fee = z.number().describe("Fee that the caller pays in addition to the amount");

const newPayment = z
  .strictObject({
    amount,
    currency,
    merchantId: merchantId.optional(),
    recipient: z.union([email, accountId]).optional().describe("An account's id, or a user's email address"),
    accountId: accountId.optional(),
    cardId: trimmed(64).optional(),
    paymentMethodId: paymentMethodId.optional(),
    description,
  })
  .refine(
    (value) => oneOf([value.merchantId, value.recipient]),
    rule(
      "must contain one payee: merchantId or recipient",
      "doit indiquer un seul bénéficiaire : merchantId ou recipient",
    ),
  )
  .refine(
    (value) => oneOf([value.accountId, value.cardId, value.paymentMethodId]),
    rule(
      "must contain one source of payment: accountId, cardId or paymentMethodId",
      "doit indiquer une seule source de paiement : accountId, cardId ou paymentMethodId",
    ),
  )
  .refine(
    (value) => value.accountId !== undefined || value.recipient === undefined,
    rule(
      "must contain accountId to pay a user, because cards can only pay merchants: top up your account first",
      "doit contenir accountId pour payer un utilisateur, car une carte ne peut payer que des commerçants : rechargez d'abord votre compte",
    ),
  )
  .meta({
    examples: [
      {
        amount: 12.5,
        currency: "EUR",
        recipient: "ben@example.com",
        accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        description: "Lunch",
      },
    ],
  });

export const payment = z
  .object({
    id: z.string(),
    method: z.enum(methods),
    direction: z.enum(["in", "out"]),
    amount: z.number(),
    currency: z.string(),
    fee: z
      .number()
      .describe("The platform's commission on a payment received, or its fee for a bank transfer"),
    saveback: z.number().describe("The saveback that the payer earns from the merchant's share"),
    refunded: z.number().describe("The refunded part"),
    status: z.enum(statuses),
    description: z.string().nullable().describe("Written by the payer, or by the creator of the code"),
    counterparty: z.string().nullable().describe("The name of the other side"),
    merchantId: z.string().nullable(),
    accountId: z.string().nullable().describe("The caller's account; null for a payment by saved card"),
    transactionId: z
      .string()
      .nullable()
      .describe("The id in the history of accounts; null for a payment by saved card"),
    createdAt: timestamp,
  })
  .meta({ id: "MobilePayment" });

export const process = route({
  ...providerLedgerWrite,
  id: "process",
  method: "POST",
  path: "/process",
  summary: "Pay a merchant or a user",
  description:
    "Pays `merchantId`, or `recipient`: an account's id or a user's email address. Pays from `accountId` immediately; a merchant also by card, " +
    "with `cardId`, a saved card, or `paymentMethodId` from the provider's SDK. Both sides are notified. The payer pays no fee; merchants pay " +
    "their commission. Every payment to a merchant counts for saveback, points and challenges. Payments to users follow the rules of " +
    "`POST /api/v1/mobile/wallet/transfer`. By card: `requires_action` means that the cardholder must consent, continue with `clientSecret` and " +
    "the provider's SDK; `awaiting_approval` means that an administrator must approve a high amount. Payments by saved card count against the " +
    "allowance without a proof, too. Payments to others count against the " +
    "limits of the caller's level (`KYC_LIMIT_EXCEEDED`)." +
    afterReset,
  idempotent: true,
  proof: "above-allowance",
  request: { body: newPayment },
  response: {
    description: "The payment",
    body: z.object({
      paymentId: z.string(),
      status: z.enum(["completed", "pending", "requires_action", "awaiting_approval", "canceled"]),
      amount: z.number(),
      currency: z.string(),
      fee,
      clientSecret: z.string().optional(),
    }),
  },
  errors: [...cardPaymentErrors, ...sendingErrors],
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "List the caller's payments, newest first",
  description:
    "Includes all methods: `account`, `qr`, `scheduled` (to a user or a bank account) and `card` (saved or issued). Payments that a bank or card " +
    "provider executes appear as `pending` at first. `in` are payments to the caller from other accounts; card payments to the caller's merchant " +
    "account are in `GET /api/v1/mobile/wallet/transactions`. A page may be shorter than `limit`: continue while `nextCursor` is not null.",
  request: { query: z.strictObject(pagedBy()) },
  response: { description: "A page", body: z.object({ payments: z.array(payment), nextCursor }) },
});
