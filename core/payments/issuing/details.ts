import type { PersonActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { ProviderUnavailable } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayableError } from "../cards/index.ts";
import { cardLook } from "./entity.ts";
import { cardProvisioned, cardViewed } from "./events.ts";
import { find, notFoundError } from "./index.ts";
import type { IssuedCard } from "./schema.ts";

/**
 * Secrets of a card: its number and security code, and keys for a device's wallet. They pass from the provider to the
 * cardholder, and are neither stored nor logged.
 */

/** Returns one of the actor's cards. @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE for a canceled card */
async function requireOwn(
  actor: PersonActor,
  cardId: string,
): Promise<IssuedCard & { readonly pspCardId: string }> {
  const card = await find(actor, cardId);
  if (!card?.pspCardId) throw notFoundError();
  if (card.status === "canceled") throw notPayableError(card);
  return { ...card, pspCardId: card.pspCardId };
}

/** Records that the actor sees a card's secrets, and notifies the user, before the provider reveals them. */
async function recordLook(actor: PersonActor, { cardId, last4 }: IssuedCard): Promise<void> {
  const { userId, sessionId } = actor;
  const deviceId = actor.channel === "mobile" ? actor.deviceId : undefined;
  const at = Clock.nowIso();
  await Table.commit([
    { put: cardLook.item({ cardId, at, lookId: Ids.create("event"), userId, deviceId, sessionId }) },
    Outbox.write(cardViewed, { userId, cardId, last4 }),
  ]);
}

/**
 * Returns a card's number and security code.
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE for a canceled card; as `Psp.call`
 */
export async function readSecrets(actor: PersonActor, cardId: string) {
  const card = await requireOwn(actor, cardId);
  await recordLook(actor, card);
  const { number, cvc } = await Psp.call((stripe) =>
    stripe.issuing.cards.retrieve(card.pspCardId, { expand: ["number", "cvc"] }),
  );
  if (number === undefined || cvc === undefined) throw fail(ProviderUnavailable);
  return { number, cvc, card };
}

export interface DisplayKey {
  readonly providerCardId: string;
  readonly ephemeralKeySecret: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Creates a key with which the provider's script shows a card's number and security code in frames of its own.
 * @param nonce made by the provider's script for this card
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE for a canceled card; as `Psp.call`
 * @see https://docs.stripe.com/issuing/elements
 */
export async function createDisplayKey(
  actor: PersonActor,
  cardId: string,
  nonce: string,
): Promise<DisplayKey> {
  const card = await requireOwn(actor, cardId);
  await recordLook(actor, card);
  const { pspCardId: providerCardId } = card;
  const { secret, expiresAt } = await createEphemeralKey({ issuing_card: providerCardId, nonce });
  return { providerCardId, ephemeralKeySecret: secret, expiresAt };
}

async function createEphemeralKey(params: { readonly issuing_card: string; readonly nonce?: string }) {
  const apiVersion = Psp.API_VERSION;
  const { id, secret, expires } = await Psp.call((stripe) =>
    stripe.ephemeralKeys.create(params, { apiVersion }),
  );
  if (secret === undefined) throw fail(ProviderUnavailable);
  return { id, secret, expiresAt: new Date(expires * 1000).toISOString(), apiVersion };
}

/** The data to add a card to a device's wallet. The provider's library on the device takes the key. */
export interface Provisioning {
  readonly card: IssuedCard;
  readonly ephemeralKey: {
    readonly id: string;
    readonly secret: string;
    /** ISO 8601. */
    readonly expiresAt: string;
    readonly apiVersion: string;
  };
  /** The card's identifier in the wallets of the device's vendor; null before the card is in one. */
  readonly primaryAccountIdentifier: string | null;
}

/**
 * Returns a key with which the device adds a card to its wallet, and notifies the user.
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE for a card that cannot pay; as `Psp.call`
 */
export async function provision(actor: PersonActor, cardId: string): Promise<Provisioning> {
  const card = await requireOwn(actor, cardId);
  if (card.status !== "active") throw notPayableError(card);
  const { userId } = actor;
  await Table.commit([Outbox.write(cardProvisioned, { userId, cardId, last4: card.last4 })]);
  const [seen, ephemeralKey] = await Promise.all([
    Psp.call((stripe) => stripe.issuing.cards.retrieve(card.pspCardId)),
    createEphemeralKey({ issuing_card: card.pspCardId }),
  ]);
  return { card, ephemeralKey, primaryAccountIdentifier: seen.wallets?.primary_account_identifier ?? null };
}
