import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Saved from "../cards/index.ts";
import type { Card } from "../cards/schema.ts";
import { CardNotIssued } from "./errors.ts";
import { find, isShown, issuedOf, read } from "./holding.ts";
import type { IssuedCard } from "./schema.ts";

/**
 * A user's cards, of both kinds: those that we issue, which spend an account, and those that were saved to pay
 * with. `issue.ts` and `offer.ts` issue, `status.ts` freezes, `settings.ts` says what a card may be used for,
 * `details.ts` and `pin.ts` pass through what only its owner may know, `authorizations/` decides what is paid.
 */

export type AnyCard =
  | { readonly source: "issued"; readonly card: IssuedCard }
  | { readonly source: "saved"; readonly card: Card };

/** All cards of the actor: issued ones first, the newest of them first. */
export async function list(actor: LiveActor): Promise<AnyCard[]> {
  const [{ cards }, saved] = await Promise.all([read(actor.userId), Saved.list(actor)]);
  return [
    ...cards.filter((card) => isShown(card, actor)).map((card): AnyCard => ({ source: "issued", card })),
    ...saved.map((card): AnyCard => ({ source: "saved", card })),
  ];
}

/** What `list` reads. */
export const listReads = (owner: Pick<LiveActor, "userId">): Table.Reads => ({
  ranges: [issuedOf(owner.userId), ...(Saved.listReads(owner).ranges ?? [])],
});

/** One of the actor's cards. @throws CARD_NOT_FOUND, also for somebody else's */
export async function fromId(actor: LiveActor, cardId: string): Promise<AnyCard> {
  const card = await find(actor, cardId);
  return card ? { source: "issued", card } : { source: "saved", card: await Saved.fromId(actor, cardId) };
}

/** Refuses what can be done with an issued card alone. @throws CARD_NOT_ISSUED, CARD_NOT_FOUND */
export async function requireIssued(actor: LiveActor, cardId: string): Promise<void> {
  const { source } = await fromId(actor, cardId);
  if (source === "saved") throw fail(CardNotIssued);
}
