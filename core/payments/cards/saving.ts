import type { LiveActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same, text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { CardRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { cardText } from "../../platform/psp/texts.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Customers from "../customers/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import { card as cardEntity, cardReference, cardSetup } from "./entity.ts";
import {
  CardLimit,
  CardNotActive,
  NotACard,
  SetupIntentNotFound,
  SetupIntentNotReady,
  SetupIntentUsed,
} from "./errors.ts";
import {
  findBarringCard,
  frenchStatus,
  type HolderCards,
  type HolderChange,
  holderWrite,
  readCards,
  toCard,
} from "./index.ts";
import { syncDefault } from "./provider.ts";
import { type Card, type CardType, type Holder, type StoredCard, savedCardStates } from "./schema.ts";

/**
 * Saves cards. A card number goes from the client to the provider and never passes through here: we create a setup
 * intent, the client's library confirms it, and we read the result from the provider only.
 */

/** The maximum of a user's cards, not counting canceled ones. */
export const MAX_CARDS = 20n;

interface NewCard {
  readonly type: CardType;
  readonly setDefault: boolean;
  readonly setupIntentId: string;
}

/**
 * Saves the card of a confirmed setup intent. It becomes the default if the user has none. The same card may be saved
 * again with another intent, unless the bank has locked or canceled it.
 * @throws SETUP_INTENT_USED with the first card's id, CARD_LIMIT_REACHED, CARD_NOT_ACTIVE, CONTENTION; as
 *   `readSetupCard`; AlreadyDone
 */
export async function save(actor: LiveActor, input: NewCard, claim?: Idempotency.Claim<Card>): Promise<Card> {
  const used = await Table.find(cardSetup, input);
  if (used) throw alreadyUsedError(actor, used);
  const stored = newCard(actor, input, await readSetupCard(actor, input.setupIntentId));
  const card = await Table.change(
    () => readCards(actor.userId),
    (holding) => {
      assertCanSave(holding, stored);
      const change = addToHolder(holding.holder, stored, input.setDefault);
      const result = toCard(stored, change.defaultCardId);
      const writes = [
        ...Idempotency.recordWrites(claim, result),
        Stamp.assertUnchanged(actor),
        ...cardWrites(actor, input.setupIntentId, stored),
        holderWrite(actor.userId, holding.holder, change),
      ];
      return { writes, result };
    },
  );
  if (card.isDefault) await syncDefault(actor.userId);
  return card;
}

function newCard(
  { userId }: LiveActor,
  { type }: NewCard,
  { customerId, paymentMethodId, details }: SetupCard,
): StoredCard {
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = details;
  return {
    cardId: Ids.create("card"),
    userId,
    customerId,
    paymentMethodId,
    ...(fingerprint != null && { fingerprint }),
    brand,
    last4,
    expMonth,
    expYear,
    type,
    status: savedCardStates.assertTransition("none", type === "physical" ? "savePhysical" : "saveVirtual"),
    createdAt: Clock.nowIso(),
  };
}

/** @throws CARD_LIMIT_REACHED, CARD_NOT_ACTIVE */
function assertCanSave({ holder, cards }: HolderCards, card: StoredCard): void {
  const barred = findBarringCard(cards, card);
  if (barred)
    throw fail(CardNotActive, {
      message: text(
        `You have already saved this card, and the bank has ${barred.status} it. Save another card.`,
        `Vous avez déjà enregistré cette carte, et la banque l'a ${frenchStatus(barred.status)}. Enregistrez une autre carte.`,
      ),
      details: {
        fields: [
          { field: "id", message: same(barred.cardId) },
          { field: "status", message: same(barred.status) },
        ],
      },
    });
  if (holder && holder.count >= MAX_CARDS)
    throw fail(CardLimit, { details: { fields: [{ field: "limit", message: same(MAX_CARDS.toString()) }] } });
}

function addToHolder(
  holder: Holder | undefined,
  { customerId, cardId }: StoredCard,
  setDefault: boolean,
): HolderChange {
  const becomesDefault = setDefault || holder?.defaultCardId === undefined;
  return {
    customerId,
    count: (holder?.count ?? 0n) + 1n,
    ...(becomesDefault && { defaultCardId: cardId, dueSince: Clock.nowIso() }),
  };
}

/** Returns the writes of the card itself. */
function cardWrites(actor: LiveActor, setupIntentId: string, stored: StoredCard): readonly Table.Write[] {
  const { cardId, userId } = stored;
  return [
    {
      put: cardSetup.item({ setupIntentId, cardId, userId }),
      where: Where.absent,
      onConditionFailed: (used) => used && alreadyUsedError(actor, cardSetup.parse(used)),
    },
    { put: cardEntity.item(stored), where: Where.absent },
    { put: cardReference.item({ cardId, userId }), where: Where.absent },
  ];
}

const alreadyUsedError = (
  { userId }: LiveActor,
  used: { readonly userId: string; readonly cardId: string },
): SvcError =>
  used.userId === userId
    ? fail(SetupIntentUsed, { details: { fields: [{ field: "id", message: same(used.cardId) }] } })
    : fail(SetupIntentNotFound);

export interface Setup {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: string;
}

/** Creates a setup intent for the actor. @throws as `Psp.call`; AlreadyDone */
export async function createSetup(actor: LiveActor, claim?: Idempotency.Claim<Setup>): Promise<Setup> {
  const customer = await Customers.ensure(actor);
  const idempotencyKey = Psp.keyOf(claim, "setup-intent");
  const intent = await Psp.call((stripe) =>
    stripe.setupIntents.create(
      {
        customer,
        usage: "off_session",
        allowed_payment_method_types: ["card"],
        // Cards need no redirect, so an intent can be confirmed without a return URL.
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: { [OWNER]: actor.userId },
      },
      { idempotencyKey },
    ),
  );
  const setup: Setup = { id: intent.id, clientSecret: intent.client_secret ?? "", status: intent.status };
  if (claim) await Idempotency.recordResult(claim, setup);
  return setup;
}

interface SetupCard {
  readonly customerId: string;
  readonly paymentMethodId: string;
  readonly details: Psp.Stripe.PaymentMethod.Card;
}

/**
 * Reads the card of the actor's setup intent from the provider.
 * @throws SETUP_INTENT_NOT_FOUND, SETUP_INTENT_NOT_READY, CARD_REFUSED with the provider's codes, NOT_A_CARD;
 *   as `Psp.call`
 */
async function readSetupCard({ userId }: LiveActor, setupIntentId: string): Promise<SetupCard> {
  const customerId = await Customers.find(userId);
  if (customerId === undefined) throw fail(SetupIntentNotFound);
  const intent = await Psp.find((stripe) =>
    stripe.setupIntents.retrieve(setupIntentId, { expand: ["payment_method"] }),
  );
  if (!intent || idOf(intent.customer) !== customerId) throw fail(SetupIntentNotFound);
  if (intent.status !== "succeeded") throw notReadyError(intent);
  const method = intent.payment_method;
  if (method === null || typeof method === "string" || !method.card) throw fail(NotACard);
  return { customerId, paymentMethodId: method.id, details: method.card };
}

const idOf = (one: string | { readonly id: string } | null): string | undefined =>
  typeof one === "string" ? one : one?.id;

function notReadyError({ status, last_setup_error: error }: Psp.Stripe.SetupIntent): SvcError {
  if (status === "requires_payment_method" && error?.type === "card_error") {
    const message = error.message ? cardText(error.message) : text(CardRefused.message, CardRefused.french);
    const fields = [
      { field: "setupIntentId", message },
      ...(error.code === undefined ? [] : [{ field: "code", message: same(error.code) }]),
      ...(error.decline_code === undefined
        ? []
        : [{ field: "declineCode", message: same(error.decline_code) }]),
    ];
    return fail(CardRefused, { message, details: { fields } });
  }
  return fail(SetupIntentNotReady, {
    message: text(
      `The setup intent is ${status}. Confirm it with the provider's client library until it has succeeded.`,
      `L'intention d'enregistrement est à l'état ${status}. Confirmez-la avec la bibliothèque du prestataire jusqu'à ce qu'elle aboutisse.`,
    ),
    details: { fields: [{ field: "status", message: same(status) }] },
  });
}
