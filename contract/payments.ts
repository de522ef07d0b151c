import * as z from "zod";
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
import { CONTENDED_SECONDS, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { cardPaymentErrors } from "./payments/errors.ts";
import {
  amountMinor,
  currency,
  lineItems,
  metadata,
  needsApproval,
  paymentId,
  sitePath,
  success,
  transaction,
  transactionQuery,
} from "./payments/schemas.ts";

/** Payments by card, hosted checkout and subscriptions: spec 3, sections 2.1, 2.4, 3, 4.1, 6.1 and 7. */

const route = defineFamily({
  id: "payments",
  path: "/api/payments",
  family: "payments",
  auth: "session",
  limit: limits.payments,
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Begin a payment by card",
  description:
    "The answer is 201: something was made. Only `amount` is required; `currency` is `eur` unless told. Without a card the " +
    "client confirms the payment with `clientSecret` and the provider's SDK. Two fields of our own charge a card at once: " +
    "`cardId`, one of the caller's saved cards, or `paymentMethodId`, what the provider's SDK has made of a card (not both). A " +
    "card that wants its holder's consent (3-D Secure) leaves the payment in `requires_action`, to be finished by the client. A " +
    "refused card is a 402 with what its bank says; its codes are in the details, and the payment stands as failed.\n\n" +
    "With `merchantId`, also ours, that merchant is paid: its wallet gets the amount less its commission (rounded up to a minor " +
    "unit). Without, the money is the caller's own and goes to the wallet of that currency, which is opened where it is missing.\n\n" +
    "High amounts (from 1,000.00), and from 200.00 on those of accounts younger than 7 days, need an administrator's approval " +
    "(`needsApproval`): the card is only authorised until then. The three figures are settings.\n\n" +
    "A payment that nobody has paid within 7 days is called off and stands as canceled; one that waits for its approval is not.\n\n" +
    "The provider takes at least 0.50. An Idempotency-Key holds for 7 days: whatever became of the first answer, no try with it " +
    "charges a second time. A refused payment that is repeated with its Idempotency-Key is refused again; for another " +
    "try send another key.",
  idempotent: true,
  request: {
    body: z
      .strictObject({
        amount: amountMinor,
        currency: currency.default("eur"),
        description: z.string().trim().max(500).default(""),
        metadata: metadata.default({}),
        cardId: z.string().trim().min(1).max(64).optional(),
        paymentMethodId: z
          .string()
          .trim()
          .regex(
            /^pm_\w{1,250}$/,
            rule(
              "must be a payment method's id, as pm_1Qabc",
              "doit être l'identifiant d'un moyen de paiement, comme pm_1Qabc",
            ),
          )
          .optional(),
        merchantId: z.string().trim().min(1).max(64).optional(),
      })
      .refine(({ cardId, paymentMethodId }) => cardId === undefined || paymentMethodId === undefined, {
        path: ["paymentMethodId"],
        message: rule(
          "must not be given together with cardId",
          "ne doit pas être donné en même temps que cardId",
        ),
      }),
  },
  responses: {
    201: {
      description: "The payment",
      body: success(
        z
          .object({
            id: paymentId,
            clientSecret: z.string().meta({ description: "Lets a client confirm this payment" }),
            amount: z.int(),
            currency: z.string().meta({ description: "ISO 4217, lower case" }),
            status: z.string().meta({
              description: "The provider's word for it",
              examples: ["requires_payment_method", "requires_action", "requires_capture", "succeeded"],
            }),
            created: timestamp,
            needsApproval,
          })
          .meta({ id: "Payment" }),
      ),
    },
  },
  errors: [...cardPaymentErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const validate = route({
  id: "validate",
  method: "POST",
  path: "/validate",
  summary: "Approve or reject a payment that needs it",
  description:
    "`approve` takes the money, and `status` is `succeeded`; `reject` calls the payment off, and `status` is `canceled`. Who, " +
    "when and why are recorded; the payer is told by e-mail, without the reason. There is one decision: whoever comes second gets a " +
    "409 that names the first, whatever either of them was. Where the provider failed, the same decision can be repeated, by " +
    "anybody, and stays that of whoever made it first (`validatedBy`).\n\n" +
    "A payment may be approved before its customer has authorised it: the answer then shows the provider's status as it is " +
    "(`requires_payment_method`), and the money is taken as soon as the customer has done so, if that is within 7 days; after that " +
    "the payment waits for a new decision. Where the operator wants four eyes (`PAYMENT_APPROVAL_FOUR_EYES`, on in production), an " +
    "administrator who pays or receives the payment himself gets a 403, and an approval takes two: the first one's answer is 202 with a " +
    "`pendingApproval`, and another one's within 24 hours takes the money. A rejection takes one. 404 where there is no such payment, 409 where it needs no approval or is over. Where the " +
    "provider has taken another amount or currency than was agreed nothing is credited: that is a 409 with the field `flagged`.",
  auth: "admin",
  idempotent: true,
  request: {
    body: z.strictObject({
      paymentId,
      action: z.enum(["approve", "reject"]),
      reason: z.string().trim().max(500).default(""),
    }),
  },
  responses: {
    200: {
      description: "What was decided",
      body: success(
        z.object({
          id: paymentId,
          status: z.string().meta({ examples: ["succeeded", "canceled"] }),
          validatedAt: timestamp,
          validatedBy: z.string().meta({ description: "The administrator's id" }),
        }),
      ),
    },
    202: {
      description:
        "With four eyes, a first approval: no money has moved, a second administrator must approve it too",
      body: success(
        z.object({
          id: paymentId,
          pendingApproval: z.object({
            by: z.string().meta({ description: "The administrator's id" }),
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
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/transactions",
  summary: "The caller's payments, orders, refunds and bank transfers",
  description:
    "`page` counts from 1; `limit` is 20 unless told and at most 100. `status` is one word, in any letter case. `from` and `to` are " +
    "dates or date-times and both inclusive: a date begins at 00:00 UTC, and as `to` it lasts until its end. Newest first unless " +
    "`sort` says otherwise. A page beyond the end is empty. A payment that was refunded in part stays `succeeded`; " +
    "`refundedAmount` says how much of it went back, and each refund is a transaction of its own. So is each `dispute`, by which the " +
    "payer's bank has taken money back, and each `reversal`, by which money of a failed refund or a won dispute has come again.",
  request: { query: transactionQuery },
  responses: {
    200: {
      description: "A page of them",
      body: success(
        z.object({
          transactions: z.array(transaction),
          pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
        }),
      ),
    },
  },
  grants: { table: "read" },
});

export const psp = route({
  id: "psp",
  method: "POST",
  path: "/psp",
  summary: "Open an order and the hosted page that it is paid on",
  description:
    "Nothing is paid by this: the customer goes to `url` and comes back to `successUrl` or `cancelUrl`, which are paths of this " +
    "site. What became of the order is told by the provider's events alone, and is seen in the list of transactions (type " +
    "`checkout`): `pending` until it is paid, `succeeded`, `failed` when a payment that takes days failed in the end, `canceled` " +
    "when the page expired after 24 hours, `refunded`. The platform is the seller: what is paid goes to its treasury, and refunds " +
    "come out of it. Should the provider tell of another amount or currency than was ordered, the order is not confirmed but " +
    "flagged for a person to look at.\n\n" +
    "All lines have one currency and come to at most 999,999.99. In mode `subscription` there is one line, of quantity 1, " +
    "that names one of our plans and its price (`pro` at 2900, `enterprise` at 29900 unless the operator says otherwise, in `eur` or " +
    "`usd`): anything else is 422 and says which field and what is allowed. The same is due every month. Each further month that is paid is a transaction of its own (type `checkout`). An order that is flagged " +
    "begins no plan. In mode `payment` names and amounts are the caller's own: whoever delivers an order checks what was ordered.",
  idempotent: true,
  request: {
    body: z.strictObject({
      lineItems,
      mode: z.enum(modes),
      successUrl: sitePath,
      cancelUrl: sitePath,
      metadata: metadata.default({}),
    }),
  },
  responses: {
    201: {
      description: "The order is open",
      body: success(
        z.object({
          sessionId: z.string().meta({ examples: ["cs_test_a1b2c3"] }),
          url: z.url().meta({ description: "The page that the customer pays on" }),
        }),
      ),
    },
  },
  errors: [...pspErrors, UnknownPlan],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const subscription = route({
  id: "subscription",
  method: "GET",
  path: "/subscription",
  summary: "The caller's plan",
  description:
    "Not in the specification, which has events change it but no way to see it. The plan is called as its price is (`lookup_key`, " +
    "otherwise `nickname`), otherwise as the first line of its order, otherwise by the price's id. `status` is the provider's word " +
    "(`active`, `past_due`, `canceled`); without any subscription the plan is `free` and its status `none`, and after the last one " +
    "has ended the plan is `free` and its status `canceled`. Of several subscriptions the newest that is alive counts.",
  responses: {
    200: {
      description: "The plan",
      body: success(
        z.object({
          plan: z.string().meta({ examples: ["free"] }),
          status: z.string().meta({ examples: ["active", "none"] }),
          currentPeriodEnd: timestamp
            .nullable()
            .meta({ description: "Until when it is paid; null where the provider has not said so" }),
          cancelAtPeriodEnd: z
            .boolean()
            .meta({ description: "Whether it ends then instead of being renewed" }),
        }),
      ),
    },
  },
  grants: { table: "read" },
});
