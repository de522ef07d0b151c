import * as z from "zod";
import { MalformedEvent } from "../core/inbound/errors.ts";
import { defineFamily } from "./family.ts";
import { BodyTooLarge } from "./http-errors.ts";

/** Webhooks of the payment provider and of the bank: spec 3, sections 4.1, 4.3, 6.1 and 6.2. */

/** Stripe's events and the bank's are far smaller; a queue and the table have their own limits above this. */
const MAX_BYTES = 256 * 1024;

const description =
  "An event is recorded once by its id and worked on from a queue, so the answer comes at once; a repeated event gets the same " +
  "answer and has no further effect. While the secret rotates, the previous one still verifies.";

/** What events have in common; what else they carry, their type says. */
const pspEvent = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    created: z.int().optional().meta({ description: "UNIX seconds" }),
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
    "A provider tells in bursts what has happened already. What it is refused it tells again for days, late and out of order. " +
    "Who has not signed is refused before the table is asked for anything.",
  responses: {
    200: { description: "Taken, or known already", body: z.object({ received: z.literal(true) }) },
  },
  errors: [MalformedEvent, BodyTooLarge],
});

export const psp = route({
  id: "psp",
  method: "POST",
  path: "/psp",
  signatureHeader: "stripe-signature",
  request: { body: pspEvent, raw: true, maxBodyBytes: MAX_BYTES },
  summary: "Takes an event of the payment provider",
  description: `The \`stripe-signature\` header is verified over the raw body with a tolerance of 300 seconds, with the secret of the endpoint for the platform's own events or that of the one for connected accounts': Stripe signs the two with different ones. ${description} Every verified event gets the same answer, handled or not.`,
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
  summary: "Says whether a purchase with an issued card is paid",
  description:
    "The payment provider's real-time authorization: it waits two seconds for the answer, and takes none for no. What is approved is held on the " +
    "card's account in the transaction that keeps the answer; a request that comes twice is answered alike. The signature is that of the " +
    "endpoint for these requests (`STRIPE_ISSUING_WEBHOOK_SECRET`), or of the one for events where it has none of its own.",
  responses: {
    200: {
      description: "The answer",
      body: z.object({
        approved: z.boolean(),
        metadata: z.object({ svc_reason: z.string().meta({ description: "Why it is declined" }) }).optional(),
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
  summary: "Takes an event of the bank",
  description: `The header \`<provider>-signature\` (\`bank-signature\` unless configured otherwise) holds the hex HMAC-SHA256 of the raw body, compared in constant time. ${description}`,
  grants: { table: "write", queues: ["bank-events"], secrets: ["BANK_WEBHOOK_SECRET"] },
});
