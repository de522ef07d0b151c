import type { LiveActor, UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Saved from "../cards/index.ts";
import type { Card } from "../cards/schema.ts";
import { ISSUED_PREFIX, isIssuedHolder, issuedCard, issuedHolder, issuedReference } from "./entity.ts";
import { CardNotFound, CardNotIssued } from "./errors.ts";
import type { IssuedCard, IssuedHolder, Limits, Settings } from "./schema.ts";

/**
 * A user's issued cards, which pay from an account, and saved cards. `issue.ts` and `offer.ts` issue a
 * card, `status.ts` freezes it, `details.ts` and `pin.ts` pass its secrets through, and `authorizations/` decides which
 * purchases it pays.
 */

export type AnyCard =
  | { readonly source: "issued"; readonly card: IssuedCard }
  | { readonly source: "saved"; readonly card: Card };

/** Lists all cards of the actor: first the issued cards, newest first, then the saved cards. */
export async function list(actor: LiveActor): Promise<AnyCard[]> {
  const [{ cards }, saved] = await Promise.all([read(actor.userId), Saved.list(actor)]);
  return [
    ...cards.filter((card) => isShown(card, actor)).map((card): AnyCard => ({ source: "issued", card })),
    ...saved.map((card): AnyCard => ({ source: "saved", card })),
  ];
}

/** Returns one of the actor's cards. @throws CARD_NOT_FOUND, also for another user's card */
export async function fromId(actor: LiveActor, cardId: string): Promise<AnyCard> {
  const card = await find(actor, cardId);
  return card ? { source: "issued", card } : { source: "saved", card: await Saved.fromId(actor, cardId) };
}

/** Rejects a saved card, for operations on issued cards. @throws CARD_NOT_ISSUED, CARD_NOT_FOUND */
export async function requireIssued(actor: LiveActor, cardId: string): Promise<void> {
  const { source } = await fromId(actor, cardId);
  if (source === "saved") throw fail(CardNotIssued);
}

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** Reads all issued cards of an account, newest first: also canceled and requested cards, and those of former owners. */
export async function read(userId: string) {
  const items = await Table.queryAll({
    pk: issuedHolder.partition({ userId }),
    beginsWith: ISSUED_PREFIX,
  });
  const holder = items.find(isIssuedHolder);
  const cards = items.filter((item) => item !== holder).map(issuedCard.parse);
  return {
    holder: holder && issuedHolder.parse(holder),
    cards: cards.sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}
export type HolderIssuedCards = Awaited<ReturnType<typeof read>>;

/** Returns whether the owner sees a card. */
export const isShown = ({ status, ownershipId }: IssuedCard, owner: Pick<Owner, "ownershipId">): boolean =>
  status !== "requested" && ownershipId === owner.ownershipId;

/** Returns the write that changes a holder if the version is unchanged since it was read. */
export const holderWrite = (
  userId: string,
  seen: IssuedHolder | undefined,
  change: Partial<IssuedHolder> = {},
): Table.Write => ({
  update: issuedHolder.key({ userId }),
  set: { ...change, userId, version: (seen?.version ?? 0n) + 1n },
  where: issuedHolder.unchanged(seen),
});

export async function find(owner: Owner, cardId: string): Promise<IssuedCard | undefined> {
  if (!Ids.pattern("card").test(cardId)) return undefined;
  const card = await Table.find(issuedCard, { userId: owner.userId, cardId });
  return card && isShown(card, owner) ? card : undefined;
}

/** Returns the write that changes a card if the version is unchanged since it was read. */
export const cardWrite = (
  { userId, cardId, version }: IssuedCard,
  set: Readonly<Record<string, unknown>>,
): Table.Write => ({
  update: issuedCard.key({ userId, cardId }),
  set: { ...set, version: version + 1n },
  where: issuedCard.unchanged({ version }),
});

export const notFoundError = () => fail(CardNotFound);

const switches = ["onlinePayments", "contactless", "atmWithdrawals", "abroad"] as const;
const limits = ["perTransaction", "daily", "monthly"] as const;

/** A change of settings. Fields without a value stay unchanged, and a limit of null is removed. */
export type SettingsChange = {
  readonly [K in (typeof switches)[number]]?: boolean | undefined;
} & { readonly limits?: { readonly [K in keyof Limits]?: bigint | null } };

function applyChange(before: Settings, change: SettingsChange): Settings {
  const toggles = Object.fromEntries(switches.map((name) => [name, change[name] ?? before[name]]));
  const limit = (name: keyof Limits): bigint | undefined => {
    const wanted = change.limits?.[name];
    return wanted === undefined ? before.limits[name] : (wanted ?? undefined);
  };
  return {
    ...before,
    ...toggles,
    limits: { perTransaction: limit("perTransaction"), daily: limit("daily"), monthly: limit("monthly") },
  };
}

/** Returns whether a change allows more, which must not be possible with just an unlocked device. */
const allowsMore = (before: Settings, now: Settings): boolean =>
  switches.some((name) => now[name] && !before[name]) ||
  limits.some((name) => {
    const [was, is] = [before.limits[name], now.limits[name]];
    return was !== undefined && (is === undefined || is > was);
  });

/**
 * Changes a card's settings.
 * @param confirm runs before a change that allows more
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE for a canceled card; CONTENTION; the errors of `confirm`
 */
export const changeSettings = (
  actor: LiveActor,
  cardId: string,
  wanted: SettingsChange,
  confirm: () => Promise<void>,
): Promise<IssuedCard> =>
  Table.change(
    () => find(actor, cardId),
    async (card) => {
      if (!card) throw notFoundError();
      if (card.status === "canceled") throw Saved.notPayableError(card);
      const settings = applyChange(card.settings, wanted);
      if (allowsMore(card.settings, settings)) await confirm();
      const updatedAt = Clock.nowIso();
      return {
        writes: [cardWrite(card, { settings, updatedAt })],
        result: { ...card, settings, updatedAt, version: card.version + 1n },
      };
    },
  );

/** A card in an object of the provider: the provider's id, and our ids if the object shows its metadata. */
interface NamedCard {
  readonly pspCardId: string;
  readonly userId?: string | undefined;
  readonly cardId?: string | undefined;
}

/** Finds a card by its metadata, which only we write, or by our record of its id. */
export async function findOwnedCard({
  userId,
  cardId,
  pspCardId,
}: NamedCard): Promise<Pick<IssuedCard, "userId" | "cardId"> | undefined> {
  if (userId !== undefined && cardId !== undefined) return { userId, cardId };
  return Table.find(issuedReference, { pspCardId });
}

export async function findByPsp(named: NamedCard): Promise<IssuedCard | undefined> {
  const owned = await findOwnedCard(named);
  return owned && Table.find(issuedCard, owned);
}
