import * as z from "zod";
import { trimmed } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { modes } from "../core/payments/checkout/schema.ts";
import {
  AlreadyDecided,
  ApprovalNotNeeded,
  OwnPayment,
  PaymentClosed,
  PaymentFlagged,
  PaymentNotFound,
} from "../core/payments/payments/errors.ts";
import { UnknownPlan } from "../core/payments/subscriptions/errors.ts";
import { pspErrors } from "../core/platform/psp/errors.ts";
import { providerLedgerWrite, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import { cardPaymentErrors } from "./payments/errors.ts";
import {
  amountMinor,
  currency,
  lineItems,
  metadata,
  needsApproval,
  paymentId,
  paymentMethodId,
  shared,
  sitePath,
  success,
  transaction,
  transactionQuery,
} from "./payments/schemas.ts";
import { paidByCard } from "./proof.ts";

/** Payments by card, hosted checkout and subscriptions: spec 3, sections 2.1, 2.4, 3, 4.1, 6.1 and 7. */

const route = defineFamily({ ...shared, id: "payments", path: "/api/payments" });

export const create = route({
  ...providerLedgerWrite,
  id: "create",
  method: "POST",
  summary: "Create a payment by card",
  description:
    "Only `amount` is required; `currency` defaults to `eur`. Without a card the client confirms the payment with `clientSecret` and the provider's SDK. Two " +
    "fields charge a card immediately (not both): `cardId`, a saved card, or `paymentMethodId` from the provider's SDK. If the cardholder must consent " +
    "(3-D Secure), the payment is `requires_action` and the client completes it. A declined card is a 402 with the bank's codes, and the payment has " +
    "failed.\n\n" +
    "`merchantId` pays a merchant: its wallet gets the amount less the commission (rounded up to a minor unit). Without it the money goes to the caller's " +
    "wallet of that currency, which is opened if it is missing. A payment to a merchant by saved card is money sent to another person: above 100 EUR, and " +
    "beyond 300 EUR in 24 hours without a proof, it needs a recent proof (403 `STEP_UP_REQUIRED`), and in the 24 hours after a reset of the credentials one by " +
    "a passkey, authenticator or recovery code from before. A new card and a top-up need none.\n\n" +
    "Amounts from 1,000.00, and from 200.00 for accounts younger than 7 days, need an administrator's approval (`needsApproval`): the card is only " +
    "authorised until then. The three figures are settings.\n\n" +
    "A payment that is not paid within 7 days is canceled, unless it waits for an approval.\n\n" +
    "The minimum is 0.50. No retry with the same Idempotency-Key charges a second time within 7 days; a declined payment stays declined under its key: " +
    "send another key to try again.",
  idempotent: true,
  proof: { when: "a saved card pays a merchant above the allowance for payments without a proof" },
  request: {
    body: z
      .strictObject({
        amount: amountMinor,
        currency: currency.default("eur"),
        description: z.string().trim().max(500).default(""),
        metadata: metadata.default({}),
        cardId: trimmed(64).optional(),
        paymentMethodId: paymentMethodId.optional(),
        merchantId: trimmed(64).optional(),
      })
      .refine(({ cardId, paymentMethodId: method }) => cardId === undefined || method === undefined, {
        path: ["paymentMethodId"],
        message: rule(
          "must not be sent together with cardId",
          "ne doit pas être envoyé en même temps que cardId",
        ),
      }),
  },
  response: {
    status: 201,
    description: "The payment",
    body: success(
      z
        .object({
          id: paymentId,
          clientSecret: z.string().describe("Lets a client confirm this payment"),
          amount: z.int(),
          currency: z.string().describe("ISO 4217, lower case"),
          status: z.string().meta({
            description: "The provider's status",
            examples: ["requires_payment_method", "requires_action", "requires_capture", "succeeded"],
          }),
          created: timestamp,
          needsApproval,
        })
        .meta({ id: "Payment" }),
    ),
  },
  errors: cardPaymentErrors,
});

export const validate = route({
  ...providerLedgerWrite,
  id: "validate",
  method: "POST",
  path: "/validate",
  summary: "Approve or reject a payment that needs it",
  description:
    "`approve` takes the money (`succeeded`), `reject` cancels the payment (`canceled`). Author, time and reason are recorded; the payer is notified by " +
    "email, without the reason. A second decision is a 409 that names the first one. If the provider failed, anyone can repeat the decision; " +
    "`validatedBy` stays the first administrator.\n\n" +
    "If the customer has not authorised the payment yet (`requires_payment_method`), the money is taken when the customer does, within 7 days.\n\n" +
    "**Two administrators** (`PAYMENT_APPROVAL_FOUR_EYES`, on in production): the payer and the receiver get a 403. The first approval is a 202 with a " +
    "`pendingApproval`; another administrator's within 24 hours takes the money. One rejection is enough.\n\n" +
    "409 if the payment needs no approval or is completed, or (field `flagged`) if the provider took another amount or currency.",
  auth: "admin",
  idempotent: true,
  proof: "always",
  request: {
    body: z.strictObject({
      paymentId,
      action: z.enum(["approve", "reject"]),
      reason: z.string().trim().max(500).default(""),
    }),
  },
  responses: {
    200: {
      description: "The decision",
      body: success(
        z.object({
          id: paymentId,
          status: z.string().meta({ examples: ["succeeded", "canceled"] }),
          validatedAt: timestamp,
          validatedBy: z.string().describe("The administrator's id"),
        }),
      ),
    },
    202: {
      description:
        "With four eyes, the first approval: no money has moved, a second administrator must approve it too",
      body: success(
        z.object({
          id: paymentId,
          pendingApproval: z.object({
            by: z.string().describe("The administrator's id"),
            at: timestamp,
            expiresAt: timestamp,
          }),
        }),
      ),
    },
  },
  errors: [
    ...pspErrors,
    PaymentNotFound,
    OwnPayment,
    ApprovalNotNeeded,
    AlreadyDecided,
    PaymentClosed,
    PaymentFlagged,
  ],
});

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/transactions",
  summary: "List the caller's payments, orders, refunds and bank transfers",
  description:
    "`page` starts at 1; `limit` defaults to 20, at most 100. `from` and `to` are inclusive dates or date-times: a date begins at 00:00 UTC, and as `to` lasts " +
    "until its end. Newest first by default. A page beyond the end is empty. A partly refunded payment stays `succeeded` with its `refundedAmount`. Each refund " +
    "is a transaction of its own, and so is each `dispute`, in which the payer's bank took money back, and each `reversal`, in which money of a failed refund " +
    "or a won dispute returned.",
  request: { query: transactionQuery },
  response: {
    description: "A page",
    body: success(
      z.object({
        transactions: z.array(transaction),
        pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
      }),
    ),
  },
  grants: { table: "read" },
});

export const psp = route({
  ...providerLedgerWrite,
  id: "psp",
  method: "POST",
  path: "/psp",
  summary: "Create an order and its hosted payment page",
  description:
    "The customer pays at `url` and returns to `successUrl` or `cancelUrl`, which are paths of this site. The order's outcome comes from the provider's events; " +
    "the list of transactions (type `checkout`) shows it: `pending`, `succeeded`, `failed` after a delayed payment method failed, `canceled` when the page " +
    "expired after 24 hours, `refunded`. The platform is the seller: payments go to its treasury, which also funds refunds. If the provider reports another " +
    "amount or currency, the order is flagged instead of confirmed.\n\n" +
    "All lines have one currency and add up to at most 999,999.99. In mode `subscription` there is one line of quantity 1, which names a plan and its price " +
    "(`pro` at 2900, `enterprise` at 29900 by default, in `eur` or `usd`); otherwise 422 states the field and the allowed values. It renews every month; each " +
    "paid month is a transaction of its own (type `checkout`). A flagged order starts no plan. In mode `payment` the caller chooses names and amounts: check the " +
    "order before you deliver.",
  idempotent: true,
  proof: paidByCard,
  request: {
    body: z.strictObject({
      lineItems,
      mode: z.enum(modes),
      successUrl: sitePath,
      cancelUrl: sitePath,
      metadata: metadata.default({}),
    }),
  },
  response: {
    status: 201,
    description: "The open order",
    body: success(
      z.object({
        sessionId: z.string().meta({ examples: ["cs_test_a1b2c3"] }),
        url: z.url().describe("The payment page"),
      }),
    ),
  },
  errors: [...pspErrors, UnknownPlan],
});

export const subscription = route({
  id: "subscription",
  method: "GET",
  path: "/subscription",
  summary: "Retrieve the caller's plan",
  description:
    "Not in the specification, in which events change the plan but no route shows it. The plan's name is the price's `lookup_key` or `nickname`, otherwise the " +
    "first line of its order, otherwise the price's id. `status` is the provider's (`active`, `past_due`, `canceled`). Without a subscription the plan is `free` " +
    "with status `none`, after the last one ended `free` with `canceled`. The newest live subscription counts.",
  response: {
    description: "The plan",
    body: success(
      z.object({
        plan: z.string().meta({ examples: ["free"] }),
        status: z.string().meta({ examples: ["active", "none"] }),
        currentPeriodEnd: timestamp.nullable().describe("Until when it is paid; null if unknown"),
        cancelAtPeriodEnd: z.boolean().describe("Whether it ends then instead of being renewed"),
      }),
    ),
  },
  grants: { table: "read" },
});

export const provider = route({
  id: "provider",
  method: "GET",
  path: "/provider",
  summary: "Retrieve how a browser reaches the payment provider",
  description:
    "Not in the specification. With `publishableKey` the client loads Stripe.js, which confirms setup intents and payments in the provider's own fields. " +
    "Without a key, as on a laptop, `formUrl` is the page of the provider's double that does the same: open it with `client_secret` and `return_url`.",
  auth: "person",
  response: {
    description: "One of both, or neither if no provider is configured",
    body: success(
      z.object({
        publishableKey: z
          .string()
          .nullable()
          .meta({ examples: ["pk_live_51NvcE"] }),
        formUrl: z.url().nullable(),
      }),
    ),
  },
  grants: { table: "read" },
});
