import type { LiveActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same, text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { syncDefault } from "./default.ts";
import { card as cardEntity, cardReference, cardSetup } from "./entity.ts";
import { CardLimit, CardNotActive, SetupIntentNotFound, SetupIntentUsed } from "./errors.ts";
import { barring, changing, type HolderChange, type Holding, read, stateOf, view } from "./holder.ts";
import type { Card, CardType, Holder, StoredCard } from "./schema.ts";
import * as Setup from "./setup.ts";

/** Saving a card. */

/** How many cards a user may have, without the canceled ones. */
export const MAX_CARDS = 20n;

export interface NewCard {
  readonly type: CardType;
  readonly setDefault: boolean;
  readonly setupIntentId: string;
}

/**
 * Saves the card of a confirmed setup intent. The first active card becomes the default. The same card may be
 * saved again with another intent, but not once the bank has locked or canceled it.
 * @throws SETUP_INTENT_USED with the first card's id, CARD_LIMIT_REACHED, CARD_NOT_ACTIVE, CONTENTION; as
 *   `Setup.saved`; AlreadyDone
 */
export async function save(actor: LiveActor, input: NewCard, claim?: Idempotency.Claim<Card>): Promise<Card> {
  const used = await Table.find(cardSetup, input);
  if (used) return Idempotency.refuse(usedBefore(actor, used), claim);
  const stored = newCard(actor, input, await Setup.saved(actor, input.setupIntentId));
  const card = await Table.change(
    () => read(actor.userId),
    (holding) => {
      checkRoom(holding, stored);
      const change = holderWith(holding.holder, stored, input.setDefault);
      const result = view(stored, change.defaultCardId);
      const writes = [
        ...Idempotency.recording(claim, result),
        Stamp.stillHolds(actor),
        ...saving(actor, input.setupIntentId, stored),
        changing(actor.userId, holding.holder, change),
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
      message: text(
        `You have saved this card before, and the bank has ${barred.status} it: it cannot be saved again.`,
        `Vous avez déjà enregistré cette carte, et la banque l'a ${stateOf(barred.status)} : elle ne peut plus l'être.`,
      ),
      details: {
        fields: [
          { field: "id", message: same(barred.cardId) },
          { field: "status", message: same(barred.status) },
        ],
      },
    });
  }
  if (holder && holder.count >= MAX_CARDS)
    throw fail(CardLimit, { details: { fields: [{ field: "limit", message: same(MAX_CARDS.toString()) }] } });
}

function holderWith(
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

/** The writes of the card itself. */
function saving(actor: LiveActor, setupIntentId: string, stored: StoredCard): readonly Table.Write[] {
  const { cardId, userId } = stored;
  return [
    {
      put: cardSetup.item({ setupIntentId, cardId, userId }),
      where: Where.absent,
      onConditionFailed: (used) => used && usedBefore(actor, cardSetup.parse(used)),
    },
    { put: cardEntity.item(stored), where: Where.absent },
    { put: cardReference.item({ cardId, userId }), where: Where.absent },
  ];
}

const usedBefore = (
  { userId }: LiveActor,
  used: { readonly userId: string; readonly cardId: string },
): SvcError =>
  used.userId === userId
    ? fail(SetupIntentUsed, { details: { fields: [{ field: "id", message: same(used.cardId) }] } })
    : fail(SetupIntentNotFound);
