import * as z from "zod";
import { BusinessNameNotAllowed } from "../../core/identity/errors.ts";
import { line } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { InvalidRate } from "../../core/loyalty/errors.ts";
import { rate } from "../../core/loyalty/programs/schema.ts";
import {
  MerchantExists,
  MerchantNotFound,
  MerchantUnfinished,
} from "../../core/payments/merchants/errors.ts";
import { businessTypes, merchantStatuses } from "../../core/payments/merchants/schema.ts";
import { PaymentNotFound } from "../../core/payments/payments/errors.ts";
import { NotRefundable, RefundExceeds } from "../../core/payments/refunds/errors.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { AccountClosed, AccountInDebt } from "../../core/policy/errors.ts";
import { WalletLimit } from "../../core/wallets/errors.ts";
import { providerLedgerWrite, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { amountMinor, currency, paymentId, shared, success } from "./schemas.ts";

/** The merchant account of a professional: spec 3, sections 2.3 and 4.1. */

const route = defineFamily({
  ...shared,
  id: "payments.merchant",
  path: "/api/payments/merchant",
  roles: ["PROFESSIONNEL"],
});

const merchant = z.object({
  id: z.string().meta({ examples: ["mer_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  pspAccountId: z.string().meta({ examples: ["acct_1PgafTB7WZ01zgkW"] }),
  businessName: z.string(),
  commissionRate: z
    .number()
    .meta({ description: "Percentage of every payment that the platform keeps", examples: [1.5] }),
  currency: z.string().meta({ description: "ISO 4217, in lower case", examples: ["eur"] }),
  payoutsEnabled: z.boolean(),
  chargesEnabled: z.boolean(),
  monthlyVolume: z.number().meta({
    description:
      "Payments less refunds of the current calendar month (UTC), in whole units of the currency; may be negative",
    examples: [1234.5],
  }),
  status: z
    .enum(merchantStatuses)
    .describe(
      "`pending` until the owner's details are complete and verified, `active` once the provider has enabled charges and payouts, `restricted` if it has " +
        "disabled one of them",
    ),
  programId: z.string().nullable().describe("Its loyalty program, if any"),
  createdAt: timestamp,
});

const onboardingUrl = z.url().describe("The provider's forms for the owner. Valid once, for a few minutes");

/** The text on the payer's card statement, by Stripe's rules. */
const statementDescriptor = z
  .string()
  .trim()
  .min(5)
  .max(22)
  .regex(
    /^[\x20-\x7e]*$/,
    rule(
      "must contain only Latin letters, digits and symbols",
      "ne doit contenir que des lettres latines, des chiffres et des symboles",
    ),
  )
  .regex(
    /^[^<>\\'"*]*$/,
    rule("must not contain < > \\ ' \" *", "ne doit contenir aucun des caractères < > \\ ' \" *"),
  )
  .regex(/[a-zA-Z]/, rule("must contain at least one letter", "doit contenir au moins une lettre"))
  .meta({ description: "Shown on payers' statements", examples: ["BOULANGERIE DUPONT"] });

const savebackRate = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(rate)
  .meta({
    description:
      "Percentage of every payment that the payer earns as saveback. Creates a loyalty program at the merchant's expense: each reward is taken from its share of " +
      "the payment, and returned in proportion to refunds",
    examples: ["2.5"],
  });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the caller's merchant account",
  response: { description: "The merchant account", body: success(merchant) },
  errors: [MerchantNotFound],
  grants: { table: "read" },
});

export const create = route({
  ...providerLedgerWrite,
  id: "create",
  method: "POST",
  summary: "Open a merchant account",
  description:
    "A user has at most one: a second is a 409 (`MERCHANT_EXISTS`) that names the first. Creates a connected account at the payment provider, and opens the wallet " +
    "of its currency if it is missing. Payments are possible once the owner has completed `onboardingUrl` and the provider has enabled the account. The current " +
    "commission is fixed. `businessName` and `statementDescriptor` must not contain a web address or a word of the platform or its staff (`svc Support`) " +
    "until the business is verified (`BUSINESS_NAME_NOT_ALLOWED`). If a request is lost after the provider created the account, the same details complete it; others are a 409 (`MERCHANT_BEGUN`).",
  idempotent: true,
  proof: "always",
  request: {
    body: z.strictObject({
      businessName: line
        .min(1)
        .max(100)
        .meta({ examples: ["Boulangerie Dupont"] }),
      businessType: z.enum(businessTypes),
      country: z
        .string()
        .trim()
        .regex(
          /^[a-zA-Z]{2}$/,
          rule("must be a two-letter country code", "doit être un code de pays à deux lettres"),
        )
        .transform((text) => text.toUpperCase())
        .meta({ description: "ISO 3166-1, in any letter case", examples: ["FR"] }),
      defaultCurrency: currency.default("eur"),
      statementDescriptor: statementDescriptor.optional(),
      savebackRate: savebackRate.optional(),
    }),
  },
  response: {
    status: 201,
    description: "The merchant account, and the link for its owner",
    body: success(merchant.extend({ onboardingUrl })),
  },
  errors: [
    BusinessNameNotAllowed,
    ...pspErrors,
    MerchantExists,
    MerchantUnfinished,
    WalletLimit,
    InvalidRate,
  ],
});

export const onboarding = route({
  ...providerLedgerWrite,
  id: "onboarding",
  method: "POST",
  path: "/onboarding",
  summary: "Create a new link to the provider's forms",
  description:
    "Not in the specification: without it, a merchant who missed the first link could never be enabled. Changes nothing and may be repeated. " +
    "The provider's forms set the bank account of payouts.",
  proof: "always",
  response: { status: 201, description: "The link", body: success(z.object({ onboardingUrl })) },
  errors: [...pspErrors, MerchantNotFound],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
});

export const refund = route({
  ...providerLedgerWrite,
  id: "refund",
  method: "POST",
  path: "/refunds",
  summary: "Refund a payment",
  description:
    "Not in the specification, in which only the provider reports refunds. Refunds payments from an account (`pay_…`) and by card (`pi_…`), in one or more parts, " +
    "never more than is left. Commission, saveback and points are returned in proportion, and the month's volume is adjusted. Account payments are refunded at " +
    "once; card payments by the provider, usually within days, and the accounts follow its report. The payer is notified. Fails with `INSUFFICIENT_BALANCE` if " +
    "the merchant's account does not hold the amount, and with `ACCOUNT_IN_DEBT` if it owes money.",
  idempotent: true,
  proof: { notNeeded: "the money returns to its payer" },
  request: {
    body: z.strictObject({
      paymentId: paymentId.describe("As in the history of payments"),
      amount: amountMinor
        .optional()
        .describe("Minor units of the payment's currency. Defaults to everything that is left"),
    }),
  },
  response: {
    status: 201,
    description: "The refund",
    body: success(
      z.object({
        id: z.string(),
        paymentId: z.string(),
        amount: z.int().describe("Minor units"),
        currency: z.string().describe("ISO 4217, lower case"),
        status: z.enum(["succeeded", "pending", "failed"]),
        refundedAmount: z.int().describe("Total refunded of the payment, including this refund"),
        createdAt: timestamp,
      }),
    ),
  },
  errors: [
    ...pspErrors,
    MerchantNotFound,
    PaymentNotFound,
    NotRefundable,
    RefundExceeds,
    InsufficientBalance,
    AccountInDebt,
    AccountClosed,
  ],
});
