import * as z from "zod";
import { CardNotActive, CardNotFound } from "../../core/payments/cards/errors.ts";
import {
  AlreadyDecided,
  ApprovalNotNeeded,
  OwnPayee,
  OwnPayment,
  PayeeCurrency,
  PayeeNotActive,
  PayeeNotFound,
  PaymentClosed,
  PaymentFlagged,
  PaymentNotFound,
} from "../../core/payments/payments/errors.ts";
import { transactionStatuses, transactionTypes } from "../../core/payments/records/schema.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import * as limits from "../limits.ts";
import { route } from "../route.ts";
import { amountMinor, currency, metadata, success } from "./common.ts";

/** Payments by card: spec 3, sections 2.1, 2.4, 3, 4.1 and 7. */

const paymentId = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .meta({ description: "The payment's id, which is the provider's", examples: ["pi_3QabcDEF"] });

const needsApproval = z
  .boolean()
  .meta({ description: "Whether an administrator must approve it before the money is taken" });

export const create = route({
  id: "payments.create",
  method: "POST",
  path: "/api/payments",
  family: "payments",
  summary: "Begin a payment by card",
  description:
    "The answer is 201: something was made. Only `amount` is required; `currency` is `eur` unless told. Without a card the " +
    "client confirms the payment with `clientSecret` and the provider's SDK. Two fields of our own charge a card at once: " +
    "`cardId`, one of the caller's saved cards, or `paymentMethodId`, what the provider's SDK has made of a card (not both). A " +
    "card that wants its holder's consent (3-D Secure) leaves the payment in `requires_action`, to be finished by the client. A " +
    "refused card is a 402 with the provider's message; its codes are in the details, and the payment stands as failed.\n\n" +
    "With `merchantId`, also ours, that merchant is paid: its wallet gets the amount less its commission (rounded up to a minor " +
    "unit). Without, the money is the caller's own and goes to the wallet of that currency, which is opened where it is missing.\n\n" +
    "High amounts (from 1,000.00), and from 200.00 on those of accounts younger than 7 days, need an administrator's approval " +
    "(`needsApproval`): the card is only authorised until then. The three figures are settings.\n\n" +
    "A payment that nobody has paid within 7 days is called off and stands as canceled; one that waits for its approval is not.\n\n" +
    "The provider takes at least 0.50. An Idempotency-Key holds for 7 days: whatever became of the first answer, no try with it " +
    "charges a second time. A refused payment that is repeated with its Idempotency-Key is refused again; for another " +
    "try send another key.",
  auth: "session",
  limit: limits.payments,
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
          .regex(/^pm_\w{1,250}$/, "must be a payment method's id, as pm_1Qabc")
          .optional(),
        merchantId: z.string().trim().min(1).max(64).optional(),
      })
      .refine(({ cardId, paymentMethodId }) => cardId === undefined || paymentMethodId === undefined, {
        path: ["paymentMethodId"],
        message: "must not be given together with cardId",
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
  errors: [...pspErrors, CardNotFound, CardNotActive, PayeeNotFound, PayeeNotActive, PayeeCurrency, OwnPayee],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const validate = route({
  id: "payments.validate",
  method: "POST",
  path: "/api/payments/validate",
  family: "payments",
  summary: "Approve or reject a payment that needs it",
  description:
    "`approve` takes the money, and `status` is `succeeded`; `reject` calls the payment off, and `status` is `canceled`. Who, " +
    "when and why are recorded; the payer is told by e-mail, without the reason. There is one decision: whoever comes second gets a " +
    "409 that names the first, whatever either of them was. Where the provider failed, the same decision can be repeated, by " +
    "anybody, and stays that of whoever made it first (`validatedBy`).\n\n" +
    "A payment may be approved before its customer has authorised it: the answer then shows the provider's status as it is " +
    "(`requires_payment_method`), and the money is taken as soon as the customer has done so, if that is within 7 days; after that " +
    "the payment waits for a new decision. Where the operator wants four eyes, an administrator who pays or receives the payment " +
    "himself gets a 403. 404 where there is no such payment, 409 where it needs no approval or is over. Where the " +
    "provider has taken another amount or currency than was agreed nothing is credited: that is a 409 with the field `flagged`.",
  auth: "admin",
  limit: limits.payments,
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

/** The status words as they are shown. */
const shownStatuses = transactionStatuses.map((status) => status.toLowerCase() as Lowercase<typeof status>);

const whole = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(otherwise);

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A date, or an instant with its offset; as the instant at which it begins or ends. */
const instant = (end: "begins" | "ends") =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: "must be an ISO 8601 date or date-time, as 2026-11-21 or 2026-11-21T09:30:00Z",
    })
    .transform((text) => {
      if (DATE.test(text)) return `${text}T${end === "begins" ? "00:00:00.000" : "23:59:59.999"}Z`;
      return new Date(text).toISOString();
    })
    .refine((iso) => /^\d{4}-/.test(iso), "must be of the years 0000 to 9999, in UTC")
    .optional();

const sortFields = ["createdAt", "amount", "status", "type"] as const;
const sorts = sortFields.flatMap((field) =>
  (["asc", "desc"] as const).map((order) => `${field}:${order}` as const),
);

export const transactions = route({
  id: "payments.transactions",
  method: "GET",
  path: "/api/payments/transactions",
  family: "payments",
  summary: "The caller's payments, orders, refunds and bank transfers",
  description:
    "`page` counts from 1; `limit` is 20 unless told and at most 100. `status` is one word, in any letter case. `from` and `to` are " +
    "dates or date-times and both inclusive: a date begins at 00:00 UTC, and as `to` it lasts until its end. Newest first unless " +
    "`sort` says otherwise. A page beyond the end is empty. A payment that was refunded in part stays `succeeded`; " +
    "`refundedAmount` says how much of it went back, and each refund is a transaction of its own. So is each `dispute`, by which the " +
    "payer's bank has taken money back, and each `reversal`, by which money of a failed refund or a won dispute has come again.",
  auth: "session",
  limit: limits.payments,
  request: {
    query: z
      .strictObject({
        page: whole(1, Number.MAX_SAFE_INTEGER, 1),
        limit: whole(1, 100, 20),
        status: z
          .string()
          .trim()
          .transform((text) => text.toLowerCase())
          .pipe(z.enum(shownStatuses))
          .optional(),
        from: instant("begins"),
        to: instant("ends"),
        sort: z.enum(sorts).default("createdAt:desc"),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ["from"],
        message: "must not be after to",
      }),
  },
  responses: {
    200: {
      description: "A page of them",
      body: success(
        z.object({
          transactions: z.array(
            z
              .object({
                id: z.string(),
                amount: z.int().meta({ description: "Minor units of the currency" }),
                currency: z.string().meta({ description: "Lower case" }),
                status: z.enum(shownStatuses),
                type: z.enum(transactionTypes),
                description: z.string(),
                cardLast4: z.string().nullable().meta({ description: "null where no card is known" }),
                createdAt: timestamp,
                completedAt: timestamp.nullable(),
                failureReason: z.string().nullable(),
                refundedAmount: z.int().meta({ description: "Minor units" }),
                needsApproval,
              })
              .meta({ id: "Transaction" }),
          ),
          pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
        }),
      ),
    },
  },
  grants: { table: "read" },
});
