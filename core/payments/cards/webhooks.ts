import * as z from "zod";
import type { BankHandler } from "../../inbound/bank.ts";
import { positionOf } from "../../inbound/position.ts";
import { log } from "../../platform/log.ts";
import type { CardStatus } from "./schema.ts";
import { changeStatus } from "./status.ts";

/** The bank's events on cards (spec 3, section 6.2). */

/** @throws ZodError where no card is named: the event ends among the dead letters, to be looked at */
const cardEvent = z.looseObject({ cardId: z.string() });

const becoming =
  (status: CardStatus): BankHandler =>
  async (event) => {
    const { cardId } = cardEvent.parse(event.data);
    const card = await changeStatus(cardId, status, positionOf(event));
    if (card) return `card ${cardId} is ${card.status}`;
    log.warn("an event names a card that there is not", { eventId: event.eventId, cardId });
    return "unknown card";
  };

export const handlers: Readonly<Record<string, BankHandler>> = {
  "card.activated": becoming("active"),
  "card.locked": becoming("locked"),
  "card.canceled": becoming("canceled"),
};
