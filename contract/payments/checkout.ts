import * as z from "zod";
import { isSitePath, modes, totalOf } from "../../core/payments/checkout/schema.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import * as limits from "../limits.ts";
import { route } from "../route.ts";
import { amountMinor, currency, metadata, success } from "./common.ts";

/** Hosted checkout and subscriptions: spec 3, sections 3, 4.1, 6.1 and 7. */

/** The most that the provider takes of one charge. */
const MAX_TOTAL = 99_999_999n;

const sitePath = z
  .string()
  .max(2000)
  .refine(isSitePath, "must be a path of this site, beginning with one /")
  .meta({
    description: "A path of this site. `{CHECKOUT_SESSION_ID}` in its query is replaced by the session's id",
    examples: ["/orders/done?session={CHECKOUT_SESSION_ID}"],
  });

const lineItem = z.strictObject({
  name: z.string().trim().min(1).max(250),
  amount: amountMinor.meta({ description: "Of one piece, in minor units of the currency" }),
  currency,
  quantity: z.int().min(1).max(999_999),
});

type LineItem = z.output<typeof lineItem>;

const total = (lines: readonly LineItem[]): bigint =>
  totalOf(lines.map(({ amount, quantity }) => ({ amountMinor: BigInt(amount), quantity: BigInt(quantity) })));

export const psp = route({
  id: "payments.psp",
  method: "POST",
  path: "/api/payments/psp",
  family: "payments",
  summary: "Open an order and the hosted page that it is paid on",
  description:
    "Nothing is paid by this: the customer goes to `url` and comes back to `successUrl` or `cancelUrl`, which are paths of this " +
    "site. What became of the order is told by the provider's events alone, and is seen in the list of transactions (type " +
    "`checkout`): `pending` until it is paid, `succeeded`, `failed` when a payment that takes days failed in the end, `canceled` " +
    "when the page expired after 24 hours, `refunded`. The platform is the seller: what is paid goes to its treasury, and refunds " +
    "come out of it. Should the provider tell of another amount or currency than was ordered, the order is not confirmed but " +
    "flagged for a person to look at.\n\n" +
    "All lines have one currency and come to at most 999,999.99. In mode `subscription` the same is due every month; the plan is " +
    "called after the first line. Each further month that is paid is a transaction of its own (type `checkout`). An order that is flagged " +
    "begins no plan. Names and amounts are the caller's own: whoever delivers an order checks what was ordered.",
  auth: "session",
  limit: limits.payments,
  idempotent: true,
  request: {
    body: z.strictObject({
      lineItems: z
        .array(lineItem)
        .min(1)
        .max(100)
        .refine(
          (lines) => new Set(lines.map((line) => line.currency)).size <= 1,
          "must all have one currency",
        )
        .refine((lines) => total(lines) <= MAX_TOTAL, `must come to at most ${MAX_TOTAL} minor units`),
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
  errors: pspErrors,
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const subscription = route({
  id: "payments.subscription",
  method: "GET",
  path: "/api/payments/subscription",
  family: "payments",
  summary: "The caller's plan",
  description:
    "Not in the specification, which has events change it but no way to see it. The plan is called as its price is (`lookup_key`, " +
    "otherwise `nickname`), otherwise as the first line of its order, otherwise by the price's id. `status` is the provider's word " +
    "(`active`, `past_due`, `canceled`); without any subscription the plan is `free` and its status `none`, and after the last one " +
    "has ended the plan is `free` and its status `canceled`. Of several subscriptions the newest that is alive counts.",
  auth: "session",
  limit: limits.payments,
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
