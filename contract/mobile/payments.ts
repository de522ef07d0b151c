import * as z from "zod";
import { CONTENDED_SECONDS, nextCursor, pageLimit } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { cardPaymentErrors } from "../payments/errors.ts";
import { sendingErrors } from "../payments/sending.ts";
import { newPayment, payment } from "./payments/schemas.ts";

/** Payments of the mobile app: MOBILE.md, section Payments. */

const route = defineFamily({
  id: "mobile.payments",
  path: "/api/v1/mobile/payments",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const process = route({
  id: "process",
  method: "POST",
  path: "/process",
  summary: "Pay a merchant or a user",
  description:
    "Whom: `merchantId`, or `recipient`, the id of an account or the e-mail address of a user. With what: `accountId`, one of the caller's accounts, " +
    "at once; or for a merchant by card, with `cardId`, one of the caller's saved cards, or `paymentMethodId`, what the provider's SDK has made " +
    "of a card. Both are told. Who pays pays no fee: merchants pay their commission of what they are paid. Saveback, points and challenges count for any payment to a merchant. " +
    "For users the rules of `POST /api/v1/mobile/wallet/transfer` hold. By card: `requires_action`, the card wants its holder's consent, and the app goes on with " +
    "`clientSecret` and the provider's SDK; `awaiting_approval`, high amounts are taken once an administrator approves. What leaves an account for others counts against the limits of " +
    "the caller's level (`KYC_LIMIT_EXCEEDED`).",
  idempotent: true,
  stepUp: "above-100-eur",
  request: { body: newPayment },
  responses: {
    200: {
      description: "The payment",
      body: z.object({
        paymentId: z.string(),
        status: z.enum(["completed", "pending", "requires_action", "awaiting_approval", "canceled"]),
        amount: z.number(),
        currency: z.string(),
        fee: z.number().meta({ description: "What the caller pays beside the amount" }),
        clientSecret: z.string().optional(),
      }),
    },
  },
  errors: [...cardPaymentErrors, ...sendingErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "The caller's payments, newest first",
  description:
    "However they were made: `account`, from an account; `qr`, by a code; `scheduled`, to a user or to a bank account; `card`, by a saved card or with an issued " +
    "one. What a bank or a card's provider carries out is here with what became of it: `pending` at first. `in` are those that others have made to the " +
    "caller from their accounts; what cards have paid to the caller's merchant account is in `GET /api/v1/mobile/wallet/transactions`. A page goes on where the one " +
    "before ended, whatever was paid meanwhile: there is more as long as `nextCursor` is not null, also behind a page that is shorter than `limit`.",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      cursor: z.string().max(1000).optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({ payments: z.array(payment), nextCursor }),
    },
  },
  grants: { table: "read" },
});
