import * as z from "zod";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { CONTENDED_SECONDS } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { success } from "./schemas.ts";

/** How a card comes to be saved: spec 3, section 2.2. */

const route = defineFamily({
  id: "payments.setup-intents",
  path: "/api/payments/setup-intents",
  family: "payments",
  auth: "session",
  limit: limits.payments,
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Begin to save a card: what the client needs to give its number to the provider",
  description:
    "Not in the specification, which has cards made from a setup intent, yet none to make one with. Confirm it with the " +
    "`clientSecret`, in the browser with Stripe.js (`confirmCardSetup`), then post its id to `/api/payments/cards`.",
  idempotent: true,
  request: { body: z.strictObject({}).optional() },
  responses: {
    201: {
      description: "The setup intent",
      body: success(
        z.object({
          id: z.string().meta({ examples: ["seti_1PgafmB7WZ01zgkW6dKueIc5"] }),
          clientSecret: z.string(),
          status: z.string().meta({ examples: ["requires_payment_method"] }),
        }),
      ),
    },
  },
  errors: [...pspErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});
