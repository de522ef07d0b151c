import type { UserActor } from "../identity/actor.ts";
import type { Card, CardStatus } from "./schema.ts";

/** One of the actor's cards, to pay with. @throws CARD_NOT_FOUND, also for somebody else's */
export async function fromId(_actor: UserActor, _cardId: string): Promise<Card> {
  throw new Error("not built");
}

/**
 * Sets the state that the bank's events tell. A canceled card stays canceled.
 * @returns the card after, or undefined when there is none of that id
 */
export async function changeStatus(_cardId: string, _status: CardStatus): Promise<Card | undefined> {
  throw new Error("not built");
}
