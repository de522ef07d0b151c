import type { LiveActor } from "../../identity/actor.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import { same, text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { CardRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { cardText } from "../../platform/psp/texts.ts";
import * as Customers from "../customers/index.ts";
import { OWNER } from "../records/metadata.ts";
import { NotACard, SetupIntentNotFound, SetupIntentNotReady } from "./errors.ts";

/**
 * Setup intents: a card number goes from the client to the provider and never passes through here. We make
 * the intent, the client's library confirms it, and what it has saved is read from the provider alone.
 */

export interface Setup {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: string;
}

/** Makes a setup intent for the actor. @throws as `Psp.call`; AlreadyDone */
export async function create(actor: LiveActor, claim?: Idempotency.Claim<Setup>): Promise<Setup> {
  const customer = await Customers.ensure(actor);
  const idempotencyKey = Psp.keyOf(claim, "setup-intent");
  const intent = await Psp.call((stripe) =>
    stripe.setupIntents.create(
      {
        customer,
        usage: "off_session",
        allowed_payment_method_types: ["card"],
        // Cards never send the customer elsewhere: so one can be confirmed without saying where to come back
        // to.
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: { [OWNER]: actor.userId },
      },
      { idempotencyKey },
    ),
  );
  const setup: Setup = { id: intent.id, clientSecret: intent.client_secret ?? "", status: intent.status };
  if (claim) await Idempotency.keep(claim, setup);
  return setup;
}

/** What a setup intent has saved. */
export interface Saved {
  readonly customerId: string;
  readonly paymentMethodId: string;
  readonly details: Psp.Stripe.PaymentMethod.Card;
}

/**
 * Reads at the provider what a setup intent of the actor has saved.
 * @throws SETUP_INTENT_NOT_FOUND, SETUP_INTENT_NOT_READY, CARD_REFUSED with the provider's codes, NOT_A_CARD;
 *   as `Psp.call`
 */
export async function saved({ userId }: LiveActor, setupIntentId: string): Promise<Saved> {
  const customerId = await Customers.find(userId);
  if (customerId === undefined) throw fail(SetupIntentNotFound);
  const intent = await Psp.find((stripe) =>
    stripe.setupIntents.retrieve(setupIntentId, { expand: ["payment_method"] }),
  );
  if (!intent || idOf(intent.customer) !== customerId) throw fail(SetupIntentNotFound);
  if (intent.status !== "succeeded") throw unready(intent);
  const method = intent.payment_method;
  if (method === null || typeof method === "string" || !method.card) throw fail(NotACard);
  return { customerId, paymentMethodId: method.id, details: method.card };
}

const idOf = (one: string | { readonly id: string } | null): string | undefined =>
  typeof one === "string" ? one : one?.id;

/** Why nothing can be saved with an intent yet. */
function unready({ status, last_setup_error: error }: Psp.Stripe.SetupIntent): SvcError {
  if (status === "requires_payment_method" && error?.type === "card_error") {
    const message = error.message ? cardText(error.message) : text(CardRefused.message, CardRefused.french);
    const fields = [
      { field: "setupIntentId", message },
      ...(error.code === undefined ? [] : [{ field: "code", message: same(error.code) }]),
      ...(error.decline_code === undefined
        ? []
        : [{ field: "declineCode", message: same(error.decline_code) }]),
    ];
    return fail(CardRefused, {
      message,
      details: { fields },
    });
  }
  return fail(SetupIntentNotReady, {
    message: text(
      `The setup intent is ${status}. Confirm it with the provider's client library until it has succeeded.`,
      `L'intention d'enregistrement est à l'état ${status}. Confirmez-la avec la bibliothèque du prestataire jusqu'à ce qu'elle aboutisse.`,
    ),
    details: { fields: [{ field: "status", message: same(status) }] },
  });
}
