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
import { CONTENDED_SECONDS } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { success } from "./schemas.ts";

/** Saved cards: spec 3, sections 2.2, 4.1 and 7. */

const route = defineFamily({
  id: "payments.cards",
  path: "/api/payments/cards",
  family: "payments",
  auth: "session",
  limit: limits.payments,
});

const card = z
  .object({
    id: z
      .string()
      .meta({ description: "Ours, not the provider's", examples: ["crd_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    brand: z.string().meta({ examples: ["visa"] }),
    last4: z.string().meta({ examples: ["4242"] }),
    expMonth: z.int(),
    expYear: z.int(),
    isDefault: z.boolean(),
    status: z.enum(cardStatuses).meta({
      description:
        "Only an `active` card can pay: whatever names another one, or gives its number anew, is refused. A physical one is " +
        "`inactive` until its holder has activated it; the bank may lock and unlock a card, and cancel it for good. A canceled " +
        "card is also taken from its owner at the payment provider, within a minute or two; a locked one stays there, since what the " +
        "provider has let go of never comes back, and is declined by its bank where a client confirms with it directly",
    }),
    type: z.enum(cardTypes),
  })
  .meta({ id: "Card" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's saved cards",
  description:
    "The default first, then the newest first; locked and canceled ones too. A card that has expired keeps its status: `expMonth` " +
    "and `expYear` tell.",
  responses: { 200: { description: "The cards", body: success(z.array(card)) } },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Save the card of a setup intent that the client has confirmed",
  description:
    "No card number passes through here: `POST /api/payments/setup-intents` gives an intent, the client confirms it with the " +
    "provider's own library, and this saves what the provider then holds. An intent makes one card: a second try is a 409 " +
    "(`SETUP_INTENT_USED`) whose details name it. Somebody else's intent is a 404, one that has not succeeded a 409 that tells its " +
    "status, one whose card was refused a 402 with the provider's codes.\n\nA card that is saved while there is no default becomes " +
    "the default; `setDefault` makes it the default in any case. The provider charges subscriptions to the default as long as it is " +
    "active. When a default card is canceled, the newest active card takes its place.\n\nThe same card may be saved more than once, " +
    "as virtual and physical for example, each time with an intent of its own; but a card that the bank has locked or canceled " +
    "cannot be saved again. An account has 20 cards at most, canceled ones not counted.",
  idempotent: true,
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
  responses: { 201: { description: "The card", body: success(card) } },
  errors: [
    ...pspErrors,
    SetupIntentNotFound,
    SetupIntentNotReady,
    SetupIntentUsed,
    NotACard,
    CardNotActive,
    CardLimit,
  ],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});
