import * as z from "zod";
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
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { amountMinor, currency, paymentId, success } from "./schemas.ts";

/** The merchant account of a professional: spec 3, sections 2.3 and 4.1. */

const route = defineFamily({
  id: "payments.merchant",
  path: "/api/payments/merchant",
  family: "payments",
  auth: "session",
  roles: ["PROFESSIONNEL"],
  limit: limits.payments,
});

const merchant = z.object({
  id: z.string().meta({ examples: ["mer_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  pspAccountId: z.string().meta({ examples: ["acct_1PgafTB7WZ01zgkW"] }),
  businessName: z.string(),
  commissionRate: z
    .number()
    .meta({ description: "Percent of every payment that the platform keeps", examples: [1.5] }),
  currency: z.string().meta({ description: "ISO 4217, in lower case", examples: ["eur"] }),
  payoutsEnabled: z.boolean(),
  chargesEnabled: z.boolean(),
  monthlyVolume: z.number().meta({
    description:
      "What was paid in the current calendar month (UTC), in whole units of the currency, less what was refunded in it: negative " +
      "where that is more",
    examples: [1234.5],
  }),
  status: z.enum(merchantStatuses).meta({
    description:
      "`active` once the provider has enabled charges and payouts, `pending` until its owner has told it everything and while that " +
      "is verified, `restricted` where it has disabled one of them",
  }),
  programId: z.string().nullable().meta({ description: "Its loyalty program; null where it has none" }),
  createdAt: timestamp,
});

const onboardingUrl = z.url().meta({
  description: "Where the owner tells the provider what it must know. Good once, for a few minutes",
});

/** Stripe's own rules. */
const statementDescriptor = z
  .string()
  .trim()
  .min(5)
  .max(22)
  .regex(
    /^[\x20-\x7e]*$/,
    rule(
      "must have Latin letters, digits and signs alone",
      "ne doit contenir que des lettres latines, des chiffres et des signes",
    ),
  )
  .regex(
    /^[^<>\\'"*]*$/,
    rule("must have none of < > \\ ' \" *", "ne doit contenir aucun des signes < > \\ ' \" *"),
  )
  .regex(/[a-zA-Z]/, rule("must have at least one letter", "doit contenir au moins une lettre"))
  .meta({ description: "What payers read on their statement", examples: ["BOULANGERIE DUPONT"] });

const savebackRate = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(rate)
  .meta({
    description:
      "Percent of every payment that the payer earns as saveback. With it, the merchant gets a loyalty program of its own, and pays for " +
      "it: each reward is taken from its share of the payment, and goes back to it in proportion where the payment does",
    examples: ["2.5"],
  });

export const read = route({
  id: "read",
  method: "GET",
  summary: "The caller's merchant account",
  responses: { 200: { description: "The merchant account", body: success(merchant) } },
  errors: [MerchantNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a merchant account",
  description:
    "A user has one at most: a second is a 409 (`MERCHANT_EXISTS`) whose details name the first. It is a connected account at the " +
    "payment provider, and a wallet of its currency here, which is opened where it is missing. Payments can be made to it once the " +
    "provider has enabled it: its owner goes to `onboardingUrl`, the provider's event does the rest. The commission is that of the " +
    "day the account is opened. Should a request be lost after the provider has made the account, the same details finish it; others " +
    "are a 409 (`MERCHANT_BEGUN`).",
  idempotent: true,
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
          rule("must be a country's two letters", "doit être les deux lettres d'un pays"),
        )
        .transform((text) => text.toUpperCase())
        .meta({ description: "ISO 3166-1, in any letter case", examples: ["FR"] }),
      defaultCurrency: currency.default("eur"),
      statementDescriptor: statementDescriptor.optional(),
      savebackRate: savebackRate.optional(),
    }),
  },
  responses: {
    201: {
      description: "The merchant account, and where its owner goes on",
      body: success(merchant.extend({ onboardingUrl })),
    },
  },
  errors: [...pspErrors, MerchantExists, MerchantUnfinished, WalletLimit, InvalidRate],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const onboarding = route({
  id: "onboarding",
  method: "POST",
  path: "/onboarding",
  summary: "A new link to the provider's forms",
  description:
    "Not in the specification: the link that opening the account gave is good once and for a few minutes, and without another one a " +
    "merchant that missed it could never be enabled. Nothing is changed, so it may be repeated.",
  responses: { 201: { description: "The link", body: success(z.object({ onboardingUrl })) } },
  errors: [...pspErrors, MerchantNotFound],
  grants: { table: "read", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const refund = route({
  id: "refund",
  method: "POST",
  path: "/refunds",
  summary: "Give a payment back to who paid it",
  description:
    "Not in the specification, which has the provider alone tell of refunds. Of payments from an account (`pay_…`), with a code or without, and " +
    "of payments by card (`pi_…`); in part or whole, in as many parts as the payment has, never more than is left of it. What goes back comes " +
    "from all who had a share, as with every refund: the commission and the payer's saveback and points go back in proportion. From an account the " +
    "money is there at once; by card the provider gives it back, mostly within days, and the accounts follow once it has told so. The payer is told. " +
    "What the merchant's account does not have is not given back (`INSUFFICIENT_BALANCE`), and who owes pays that first (`ACCOUNT_IN_DEBT`). Saveback that was " +
    "earned meanwhile, and the month's volume, follow.",
  idempotent: true,
  request: {
    body: z.strictObject({
      paymentId: paymentId.meta({
        description: "As the history of payments has it",
        examples: ["pi_3QabcDEF"],
      }),
      amount: amountMinor.optional().meta({
        description: "Minor units of the payment's currency; all that is left of it unless told",
        examples: [1099],
      }),
    }),
  },
  responses: {
    201: {
      description: "The refund",
      body: success(
        z.object({
          id: z.string(),
          paymentId: z.string(),
          amount: z.int().meta({ description: "Minor units" }),
          currency: z.string().meta({ description: "ISO 4217, lower case" }),
          status: z.enum(["succeeded", "pending", "failed"]),
          refundedAmount: z.int().meta({ description: "What of the payment has gone back with this" }),
          createdAt: timestamp,
        }),
      ),
    },
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
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});
