import type { LiveActor } from "../../identity/actor.ts";
import * as Kyc from "../../identity/kyc/index.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayableError } from "../cards/index.ts";
import { issuedCard, issuedDue } from "./entity.ts";
import { CardRestricted } from "./errors.ts";
import { cardEvent, cardFrozen, cardRestricted, cardUnfrozen, issuedCardCanceled } from "./events.ts";
import { cardWrite, find, holderWrite, notFoundError, read } from "./index.ts";
import { complete } from "./issue.ts";
import { type IssuedCard, type IssuedStatus, issuedStates } from "./schema.ts";

/**
 * The status of an issued card. Our own record changes first and decides every authorization. The provider is updated
 * after it, and the schedule repeats a failed update.
 */

/** Freezes a card, which then cannot pay. @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE */
export const freeze = (actor: LiveActor, cardId: string): Promise<IssuedCard> =>
  change(actor, cardId, "freeze");

/**
 * Unfreezes a card, or activates a new physical one.
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE; CARD_RESTRICTED while the owner's identity is rejected for sanctions or fraud
 */
export const unfreeze = (actor: LiveActor, cardId: string): Promise<IssuedCard> =>
  change(actor, cardId, "unfreeze");

async function change(actor: LiveActor, cardId: string, event: "freeze" | "unfreeze"): Promise<IssuedCard> {
  const { userId } = actor;
  const card = await Table.change(
    async () => {
      const [before, identity] = await Promise.all([find(actor, cardId), Table.get(Kyc.keyOf(userId))]);
      return { before, identity };
    },
    ({ before, identity }) => {
      if (!before) throw notFoundError();
      if (event === "unfreeze" && Kyc.fromItem(userId, identity).cause) throw fail(CardRestricted);
      const status = issuedStates.next(before.status, event);
      if (status === undefined) throw notPayableError(before);
      if (status === before.status) return { writes: [], result: before };
      const { last4 } = before;
      const after = { ...before, status, version: before.version + 1n };
      return {
        writes: [
          ...statusWrites(before, status),
          ...(event === "unfreeze" ? [Kyc.assertUnchanged(userId, identity)] : []),
          Outbox.write(event === "freeze" ? cardFrozen : cardUnfrozen, { userId, cardId, last4 }),
          cardEvent(event === "freeze" ? "card.frozen" : "card.unfrozen", after),
        ],
        result: after,
      };
    },
  );
  await updateProvider(card);
  return card;
}

/**
 * Freezes the active cards of each of these users whose identity was rejected for sanctions or fraud. The schedule updates the provider.
 * A repeated call changes nothing.
 */
export async function freezeRestricted(userIds: readonly string[]): Promise<void> {
  const items = await Table.getMany(userIds.map(Kyc.keyOf));
  for (const [index, userId] of userIds.entries()) {
    if (!Kyc.fromItem(userId, items[index]).cause) continue;
    const { cards } = await read(userId);
    for (const { cardId, status } of cards) if (status === "active") await restrict(userId, cardId);
  }
}

const restrict = (userId: string, cardId: string): Promise<void> =>
  Table.change(
    () => Table.find(issuedCard, { userId, cardId }),
    (before) => {
      if (before?.status !== "active") return { writes: [], result: undefined };
      const status = issuedStates.assertTransition("active", "freeze");
      return {
        writes: [
          ...statusWrites(before, status),
          Outbox.write(cardRestricted, { userId, cardId, last4: before.last4 }),
          cardEvent("card.frozen", { ...before, status, version: before.version + 1n }),
        ],
        result: undefined,
      };
    },
  );

const statusWrites = (card: IssuedCard, status: IssuedStatus): Table.Write[] => [
  cardWrite(card, { status, updatedAt: Clock.nowIso(), ...issuedDue.at(card.cardId, Clock.nowIso()) }),
];

const STATUS_AT_PSP = {
  active: "active",
  frozen: "inactive",
  inactive: "inactive",
  canceled: "canceled",
} as const;

/** Updates the provider. The schedule repeats a failed update. */
async function updateProvider(card: IssuedCard): Promise<void> {
  try {
    await sync(card);
  } catch (error) {
    log.warn("issued card: status not updated at the provider, the next sweep retries", {
      cardId: card.cardId,
      error,
    });
  }
}

/** @throws as `Psp.call` */
async function sync({ userId, cardId }: IssuedCard): Promise<void> {
  const card = await Table.find(issuedCard, { userId, cardId });
  if (!card?.pspCardId || card.dueSk === undefined || card.status === "requested") return;
  const { pspCardId, version } = card;
  const status = STATUS_AT_PSP[card.status];
  await recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.issuing.cards.update(pspCardId, { status })),
    // The provider rejects every change of a card that is canceled there, which is final.
    (error) =>
      log.info("issued card: status rejected by the provider, not retried", {
        cardId,
        status,
        error,
      }) as undefined,
  );
  await Table.ignoreConditionFailure(
    Table.update(issuedCard.key(card), { set: Due.done, where: issuedCard.unchanged({ version }) }),
  );
}

/** Creates reserved cards at the provider, and updates the status of others. @returns the number of due cards */
export const syncDue = (): Promise<number> =>
  Due.sweep(
    issuedDue,
    async (item) => {
      const card = issuedCard.parse(item);
      if (card.status !== "requested") await sync(card);
      else {
        const user = await Users.fromId(card.userId);
        if (user?.ownershipId === card.ownershipId) await complete(user, card);
        else await cancel(card.userId, card.cardId, false);
      }
    },
    Due.PROVIDER_PACE,
  );

/** Cancels a card, which is final. @param isNotified whether its owner is notified */
export async function cancel(userId: string, cardId: string, isNotified: boolean): Promise<void> {
  const card = await Table.change<Awaited<ReturnType<typeof read>>, IssuedCard | undefined>(
    () => read(userId),
    ({ holder, cards }) => {
      const before = cards.find((one) => one.cardId === cardId);
      const status = before && issuedStates.next(before.status, "cancel");
      if (!status) return { writes: [], result: undefined };
      const { last4, version } = before;
      const after = { ...before, status, version: version + 1n };
      const events = () => [
        Outbox.write(issuedCardCanceled, { userId, cardId, last4 }),
        cardEvent("card.canceled", after),
      ];
      return {
        writes: [
          holderWrite(userId, holder),
          ...statusWrites(before, status),
          ...(isNotified ? events() : []),
        ],
        result: { ...before, status },
      };
    },
  );
  if (card) await updateProvider(card);
}

/** Cancels the cards of an account's former owners, without a notification. */
export async function cancelFormerOwners({
  userId,
  ownershipId,
}: {
  userId: string;
  ownershipId: string;
}): Promise<void> {
  const { cards } = await read(userId);
  for (const card of cards.filter((one) => one.ownershipId !== ownershipId))
    await cancel(userId, card.cardId, false);
}
