import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { cardReference, cardSetup } from "./entity.ts";
import { CardLimit, CardNotActive, SetupIntentNotFound, SetupIntentUsed } from "./errors.ts";
import { barring, changed, type Holding, itemOf, read, shown } from "./holding.ts";
import type { Card, CardType, Holder, StoredCard } from "./schema.ts";
import * as Setup from "./setup.ts";
import { tellSoon } from "./telling.ts";

/** Saving a card. */

/** How many cards a user may have, without the canceled ones. */
export const MAX_CARDS = 20n;

const MAX_ATTEMPTS = 30;

export interface NewCard {
  readonly type: CardType;
  readonly setDefault: boolean;
  readonly setupIntentId: string;
}

/**
 * Saves the card of a setup intent that the client has confirmed. A card that comes while there is no default becomes it. The same
 * card may be saved again, with another intent: as virtual and physical, for example; but one that the bank has locked or canceled
 * does not come back that way.
 * @throws SETUP_INTENT_USED with the first card's id, CARD_LIMIT_REACHED, CARD_NOT_ACTIVE, CONTENTION; as `Setup.saved`; AlreadyDone
 */
export async function save(actor: UserActor, input: NewCard, claim?: Idempotency.Claim<Card>): Promise<Card> {
  const used = await Table.get(cardSetup.key(input));
  if (used) return Idempotency.refuse(usedBefore(actor, used), claim);
  const saved = await Setup.saved(actor, input.setupIntentId);
  const stored = newCard(actor, input, saved);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const held = await read(actor.userId);
    checkRoom(held, stored);
    const next = holderWith(held.holder, stored, input.setDefault);
    if (await written(actor, { input, stored, held, next }, claim)) {
      const card = shown(stored, { ...next, version: 0n });
      if (card.isDefault) await tellSoon(actor.userId);
      return card;
    }
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Contention);
}

function newCard(
  { userId }: UserActor,
  { type }: NewCard,
  { customerId, paymentMethodId, details }: Setup.Saved,
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
    status: type === "physical" ? "inactive" : "active",
    createdAt: Clock.nowIso(),
  };
}

/** @throws CARD_LIMIT_REACHED, CARD_NOT_ACTIVE */
function checkRoom({ holder, cards }: Holding, card: StoredCard): void {
  const barred = barring(cards, card);
  if (barred) {
    throw fail(CardNotActive, {
      message: `You have saved this card before, and the bank has ${barred.status} it: it cannot be saved again.`,
      details: {
        fields: [
          { field: "id", message: barred.cardId },
          { field: "status", message: barred.status },
        ],
      },
    });
  }
  if (holder && holder.count >= MAX_CARDS)
    throw fail(CardLimit, { details: { fields: [{ field: "limit", message: MAX_CARDS.toString() }] } });
}

function holderWith(
  holder: Holder | undefined,
  { userId, customerId, cardId }: StoredCard,
  setDefault: boolean,
): Omit<Holder, "version"> {
  const becomesDefault = setDefault || holder?.defaultCardId === undefined;
  return {
    ...holder,
    userId,
    customerId,
    count: (holder?.count ?? 0n) + 1n,
    ...(becomesDefault && { defaultCardId: cardId, untoldSince: Clock.nowIso() }),
  };
}

interface Saving {
  readonly input: NewCard;
  readonly stored: StoredCard;
  readonly held: Holding;
  readonly next: Omit<Holder, "version">;
}

/** @returns whether it was written; another attempt may do it where not. @throws SETUP_INTENT_USED, AlreadyDone */
async function written(
  actor: UserActor,
  { input, stored, held, next }: Saving,
  claim: Idempotency.Claim<Card> | undefined,
): Promise<boolean> {
  const { cardId, userId } = stored;
  const absent = { condition: "attribute_not_exists(pk)" };
  try {
    await Table.transact([
      { put: { ...cardSetup.key(input), cardId, userId }, ...absent },
      changed(held.holder, next),
      { put: itemOf(stored), ...absent },
      { put: { ...cardReference.key({ cardId }), userId }, ...absent },
      ...(claim ? [Idempotency.record(claim, shown(stored, { ...next, version: 0n }))] : []),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    if (claim) Idempotency.rethrowIfDone(error, 4);
    const [setup, holder] = error.refusals;
    if (setup?.code === "ConditionalCheckFailed") throw usedBefore(actor, setup.item ?? {});
    // The holder is no longer what was read: another of the user's cards was saved or changed.
    if (!error.transient && holder?.code !== "ConditionalCheckFailed") throw error;
    return false;
  }
}

function usedBefore({ userId }: UserActor, used: Table.Item): SvcError {
  if (used["userId"] !== userId) return fail(SetupIntentNotFound);
  return fail(SetupIntentUsed, {
    details: { fields: [{ field: "id", message: String(used["cardId"]) }] },
  });
}
