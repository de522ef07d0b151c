import * as z from "zod";
import { MalformedEvent } from "../core/inbound/errors.ts";
import { BodyTooLarge } from "./errors.ts";
import { defineFamily } from "./family.ts";

/** Webhooks of the payment provider and of the bank: spec 3, sections 4.1, 4.3, 6.1 and 6.2. */

/** Events of Stripe and the bank are far smaller. The limits of queue and table are above this. */
const MAX_BYTES = 256 * 1024;

const description =
  "Each event is recorded once by its id and processed from a queue, so the response is immediate. A repeated event gets the same response and has no further " +
  "effect. During a rotation of the secret the previous one is still accepted.";

/** The fields that all events have. Their type decides the others. */
const pspEvent = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    created: z.int().optional().describe("UNIX seconds"),
    data: z.looseObject({ object: z.looseObject({}) }).optional(),
  })
  .meta({
    id: "PspEvent",
    examples: [
      {
        id: "evt_1QabcDEF",
        type: "payment_intent.succeeded",
        created: 1_795_000_000,
        data: { object: { id: "pi_3QabcDEF", object: "payment_intent" } },
      },
    ],
  });

const bankEvent = z
  .looseObject({ eventId: z.string(), type: z.string(), data: z.looseObject({}).optional() })
  .meta({
    id: "BankEvent",
    examples: [
      {
        eventId: "evt_20261121_0001",
        type: "transaction.booked",
        data: { transactionId: "tr_0001", amount: { value: "12.50", currency: "EUR" } },
      },
    ],
  });

const route = defineFamily({
  id: "inbound",
  path: "/api/webhooks",
  family: "inbound",
  auth: "signature",
  unlimited:
    "Providers send past events in bursts, and repeat rejected ones for days, late and out of order. A request without a valid signature is rejected before any " +
    "access to the table.",
  responses: {
    200: { description: "Received, now or before", body: z.object({ received: z.literal(true) }) },
  },
  errors: [MalformedEvent, BodyTooLarge],
});

export const psp = route({
  id: "psp",
  method: "POST",
  path: "/psp",
  signatureHeader: "stripe-signature",
  request: { body: pspEvent, raw: true, maxBodyBytes: MAX_BYTES },
  summary: "Receive an event of the payment provider",
  description: `The \`stripe-signature\` header is verified over the raw body with a tolerance of 300 seconds, with the secret of the endpoint for the platform's own events or of the one for connected accounts. ${description} Every verified event gets the same response, handled or not.`,
  grants: {
    table: "write",
    queues: ["psp-events"],
    secrets: ["STRIPE_WEBHOOK_SECRET", "STRIPE_CONNECT_WEBHOOK_SECRET"],
  },
});

const authorizationRequest = pspEvent.meta({
  id: "CardAuthorizationRequest",
  examples: [
    {
      id: "evt_1QabcGHI",
      type: "issuing_authorization.request",
      created: 1_795_000_000,
      data: {
        object: {
          id: "iauth_1QabcGHI",
          object: "issuing.authorization",
          pending_request: { amount: 1999, currency: "eur" },
        },
      },
    },
  ],
});

export const authorizations = route({
  id: "authorizations",
  method: "POST",
  path: "/psp/authorizations",
  signatureHeader: "stripe-signature",
  request: { body: authorizationRequest, raw: true, maxBodyBytes: MAX_BYTES },
  summary: "Approve or decline a purchase with an issued card",
  description:
    "The payment provider's real-time authorization: it waits two seconds, and treats no response as a decline. An approved amount is held on the card's account in " +
    "the transaction that records the decision; a repeated request gets the same decision. Verified with the secret of the endpoint for these requests " +
    "(`STRIPE_ISSUING_WEBHOOK_SECRET`), or of the one for events if there is none.",
  responses: {
    200: {
      description: "The decision",
      body: z.object({
        approved: z.boolean(),
        metadata: z.object({ svc_reason: z.string().describe("The reason for declining it") }).optional(),
      }),
    },
  },
  grants: { table: "write", secrets: ["STRIPE_WEBHOOK_SECRET", "STRIPE_ISSUING_WEBHOOK_SECRET"] },
  memoryMb: 1024,
  timeoutSeconds: 5,
});

export const bank = route({
  id: "bank",
  method: "POST",
  path: "/bank",
  signatureHeader: "bank-signature",
  request: { body: bankEvent, raw: true, maxBodyBytes: MAX_BYTES },
  summary: "Receive an event of the bank",
  description: `The header \`<provider>-signature\` (\`bank-signature\` by default) has the hex HMAC-SHA256 of the raw body, compared in constant time. ${description}`,
  grants: { table: "write", queues: ["bank-events"], secrets: ["BANK_WEBHOOK_SECRET"] },
});
