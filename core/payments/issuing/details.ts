import type { MobileActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { ProviderUnavailable } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayable } from "../cards/index.ts";
import { cardLook } from "./entity.ts";
import { cardProvisioned, cardViewed } from "./events.ts";
import { find, notFound } from "./index.ts";
import type { IssuedCard } from "./schema.ts";

/**
 * What opens a card: its number and security code, and keys for a telephone's wallet. They go from the provider
 * to the card's owner through here, and are neither kept nor logged.
 */

/** The whole card, for its owner's eyes. */
export interface Secrets {
  readonly number: string;
  readonly cvc: string;
  readonly card: IssuedCard;
}

/** A card of the actor's that there is still something to do with. */
async function own(actor: MobileActor, cardId: string): Promise<IssuedCard & { readonly pspCardId: string }> {
  const card = await find(actor, cardId);
  if (!card?.pspCardId) throw notFound();
  if (card.status === "canceled") throw notPayable(card);
  return { ...card, pspCardId: card.pspCardId };
}

/**
 * A card's number and security code. That they are looked at is on record, and the user told, before they are
 * read. @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE of a canceled one; as `Psp.call`
 */
export async function secretsOf(actor: MobileActor, cardId: string): Promise<Secrets> {
  const card = await own(actor, cardId);
  const { userId, deviceId, sessionId } = actor;
  const at = Clock.nowIso();
  await Table.commit([
    { put: cardLook.item({ cardId, at, lookId: Ids.create("event"), userId, deviceId, sessionId }) },
    Outbox.write(cardViewed, { userId, cardId, last4: card.last4 }),
  ]);
  const seen = await Psp.call((stripe) =>
    stripe.issuing.cards.retrieve(card.pspCardId, { expand: ["number", "cvc"] }),
  );
  const { number, cvc } = seen;
  if (number === undefined || cvc === undefined) throw fail(ProviderUnavailable);
  return { number, cvc, card };
}

/** What a telephone's wallet is given a card with: the provider's library on the telephone takes the key. */
export interface Provisioning {
  readonly card: IssuedCard;
  readonly ephemeralKey: {
    readonly id: string;
    readonly secret: string;
    /** ISO 8601. */
    readonly expiresAt: string;
    readonly apiVersion: string;
  };
  /** The card's name in the wallets of the telephone's maker; null before it was put into one. */
  readonly primaryAccountIdentifier: string | null;
}

/**
 * A key with which the telephone puts a card into its own wallet. The user is told.
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE of one that cannot be paid with; as `Psp.call`
 */
export async function provision(actor: MobileActor, cardId: string): Promise<Provisioning> {
  const card = await own(actor, cardId);
  if (card.status !== "active") throw notPayable(card);
  const { userId } = actor;
  await Table.commit([Outbox.write(cardProvisioned, { userId, cardId, last4: card.last4 })]);
  const apiVersion = Psp.API_VERSION;
  const [seen, key] = await Promise.all([
    Psp.call((stripe) => stripe.issuing.cards.retrieve(card.pspCardId)),
    Psp.call((stripe) => stripe.ephemeralKeys.create({ issuing_card: card.pspCardId }, { apiVersion })),
  ]);
  const { id, secret, expires } = key;
  if (secret === undefined) throw fail(ProviderUnavailable);
  return {
    card,
    ephemeralKey: { id, secret, expiresAt: new Date(expires * 1000).toISOString(), apiVersion },
    primaryAccountIdentifier: seen.wallets?.primary_account_identifier ?? null,
  };
}
