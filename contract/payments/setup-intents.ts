import * as z from "zod";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { providerLedgerWrite } from "../common.ts";
import { defineFamily } from "../family.ts";
import { paidByCard } from "../proof.ts";
import { shared, success } from "./schemas.ts";

/** Setup intents, by which cards are saved: spec 3, section 2.2. */

const route = defineFamily({
  ...shared,
  auth: "person",
  id: "payments.setup-intents",
  path: "/api/payments/setup-intents",
});

export const create = route({
  ...providerLedgerWrite,
  id: "create",
  method: "POST",
  summary: "Create a setup intent to save a card",
  description:
    "Not in the specification, which needs setup intents but has no route that creates them. Confirm it with the `clientSecret`, in the browser with " +
    "Stripe.js (`confirmCardSetup`), then send its id to `/api/payments/cards`.",
  idempotent: true,
  proof: paidByCard,
  request: { body: z.strictObject({}).optional() },
  response: {
    status: 201,
    description: "The setup intent",
    body: success(
      z.object({
        id: z.string().meta({ examples: ["seti_1PgafmB7WZ01zgkW6dKueIc5"] }),
        clientSecret: z.string(),
        status: z.string().meta({ examples: ["requires_payment_method"] }),
      }),
    ),
  },
  errors: pspErrors,
});
