import * as z from "zod";
import { rule } from "../../core/kernel/texts/index.ts";
import {
  CardLimit,
  CardNotActive,
  NotACard,
  SetupIntentNotFound,
  SetupIntentNotReady,
  SetupIntentUsed,
} from "../../core/payments/cards/errors.ts";
import { cardStatuses, cardTypes } from "../../core/payments/cards/schema.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { providerLedgerWrite } from "../common.ts";
import { defineFamily } from "../family.ts";
import { shared, success } from "./schemas.ts";

/** Saved cards: spec 3, sections 2.2, 4.1 and 7. */

const route = defineFamily({ ...shared, auth: "person", id: "payments.cards", path: "/api/payments/cards" });

const card = z
  .object({
    id: z.string().meta({
      description: "The platform's id, not the provider's",
      examples: ["crd_01jd3v8y2m9t4k6q0s5w7x1z3b"],
    }),
    brand: z.string().meta({ examples: ["visa"] }),
    last4: z.string().meta({ examples: ["4242"] }),
    expMonth: z.int(),
    expYear: z.int(),
    isDefault: z.boolean(),
    status: z
      .enum(cardStatuses)
      .describe(
        "Only an `active` card can pay. A physical card is `inactive` until its holder activates it. The bank may lock and unlock a card, and cancel it " +
          "for good; a canceled card is also removed at the payment provider within two minutes. A locked one stays there, because a removed card cannot " +
          "return, and is declined by its bank if a client confirms with it directly",
      ),
    type: z.enum(cardTypes),
  })
  .meta({ id: "Card" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's saved cards",
  description:
    "The default card first, then the newest, including locked and canceled ones. Expiry does not change the status: see `expMonth` and `expYear`.",
  response: { description: "The cards", body: success(z.array(card)) },
  grants: { table: "read" },
});

export const create = route({
  ...providerLedgerWrite,
  id: "create",
  method: "POST",
  summary: "Save the card of a confirmed setup intent",
  description:
    "Card numbers never pass through the platform: `POST /api/payments/setup-intents` creates an intent, the client confirms it with the provider's " +
    "library, and this saves the card. An intent creates one card: a second attempt is a 409 (`SETUP_INTENT_USED`) that names it. Another user's intent is " +
    "a 404, an unfinished one a 409 with its status, a declined card a 402 with the provider's codes.\n\n" +
    "The first card becomes the default; `setDefault` makes any card the default. The provider charges subscriptions to the default card while it is " +
    "active. When it is canceled, the newest active card takes its place.\n\n" +
    "A card may be saved more than once, for example as virtual and physical, each time with a new intent; but not if the bank has locked or canceled " +
    "it. An account has at most 20 cards, not counting canceled ones.",
  idempotent: true,
  proof: { notNeeded: "a saved card can only be charged, and its issuer confirms each charge" },
  request: {
    body: z.strictObject({
      type: z.enum(cardTypes).default("virtual"),
      setDefault: z.boolean().default(false),
      setupIntentId: z
        .string()
        .trim()
        .regex(
          /^[\w-]{1,255}$/,
          rule(
            "must be a setup intent's id such as seti_1PgafmB7WZ01zgkW6dKueIc5",
            "doit être l'identifiant d'une intention d'enregistrement, comme seti_1PgafmB7WZ01zgkW6dKueIc5",
          ),
        )
        .meta({ examples: ["seti_1PgafmB7WZ01zgkW6dKueIc5"] }),
    }),
  },
  response: { status: 201, description: "The card", body: success(card) },
  errors: [
    ...pspErrors,
    SetupIntentNotFound,
    SetupIntentNotReady,
    SetupIntentUsed,
    NotACard,
    CardNotActive,
    CardLimit,
  ],
});
