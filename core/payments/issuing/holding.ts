import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { ISSUED_PREFIX, isIssuedHolder, issuedCard, issuedHolder } from "./entity.ts";
import { CardNotFound } from "./errors.ts";
import type { IssuedCard, IssuedHolder } from "./schema.ts";

/** A user's issued cards. */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

export interface IssuedHolding {
  readonly holder: IssuedHolder | undefined;
  /** Newest first; of all owners that the account had. */
  readonly cards: readonly IssuedCard[];
}

/** What `read` reads. */
export const issuedOf = (userId: string): Table.QueryInput => ({
  pk: issuedHolder.partition({ userId }),
  beginsWith: ISSUED_PREFIX,
});

/** All cards that were issued to a user, canceled and requested ones too. */
export async function read(userId: string): Promise<IssuedHolding> {
  const items = await Table.queryAll(issuedOf(userId));
  const holder = items.find(isIssuedHolder);
  const cards = items.filter((item) => item !== holder).map(issuedCard.parse);
  return {
    holder: holder && issuedHolder.parse(holder),
    cards: cards.sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}

/** Whether a card is one that its owner sees. */
export const isShown = ({ status, ownershipId }: IssuedCard, owner: Pick<Owner, "ownershipId">): boolean =>
  status !== "requested" && ownershipId === owner.ownershipId;

/** The write that changes a holder. Refused where it is no longer as it was read. */
export const changingHolder = (
  userId: string,
  seen: IssuedHolder | undefined,
  change: Partial<IssuedHolder> = {},
): Table.Write => ({
  update: issuedHolder.key({ userId }),
  set: { ...change, userId, version: (seen?.version ?? 0n) + 1n },
  where: Where.is({ version: seen?.version }),
});

/** One of the owner's issued cards; undefined where there is none of that id. */
export async function find(owner: Owner, cardId: string): Promise<IssuedCard | undefined> {
  if (!Ids.pattern("card").test(cardId)) return undefined;
  const card = await Table.find(issuedCard, { userId: owner.userId, cardId });
  return card && isShown(card, owner) ? card : undefined;
}

/** The write that changes a card over exactly what was read. */
export const changingCard = (
  { userId, cardId, version }: IssuedCard,
  set: Readonly<Record<string, unknown>>,
): Table.Write => ({
  update: issuedCard.key({ userId, cardId }),
  set: { ...set, version: version + 1n },
  where: Where.is({ version }),
});

export const notFound = () => fail(CardNotFound);
