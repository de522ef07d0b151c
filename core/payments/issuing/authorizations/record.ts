import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { HOUR_MS } from "../../../kernel/time.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import type { After, Snapshot } from "../../../ledger/draft.ts";
import type { HoldRef } from "../../../ledger/schema.ts";
import * as ApiEvents from "../../../platform/api-events/index.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { listingOut } from "../../made/listing.ts";
import { cardSpending } from "../entity.ts";
import { CARD_ASSET } from "../schema.ts";
import { type Answer, type Asked, type Basis, spentIn } from "./decision.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { type Answered, type Authorization, type DeclineReason, holdIdOf } from "./schema.ts";
import { leftOf } from "./steps.ts";

/** An authorization is written over exactly what was read of it. */

/** Another was faster: what is left to do must be looked at anew. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** How often an authorization that something is held for is compared with the provider's, in milliseconds. */
export const LOOK_EVERY_MS = 24 * HOUR_MS;

/** The write that keeps an authorization, over the one that was read. */
export function keeping(before: Authorization, after: Authorization): Table.Write {
  const due =
    leftOf(after) > 0n
      ? authorizationDue.at(after.authorizationId, new Date(Clock.nowMs() + LOOK_EVERY_MS).toISOString())
      : {};
  return {
    put: { ...cardAuthorization.item(after), ...due },
    where: before.version === 0n ? Where.absent : Where.is({ version: before.version }),
    onConditionFailed: () => new Overtaken(),
  };
}

const heldBy = ({ holds, walletId }: Authorization): HoldRef[] =>
  holds.filter(({ leftMinor }) => leftMinor > 0n).map(({ holdId }) => ({ ...walletRef(walletId), holdId }));

/** What an entry for an authorization depends on beside the account: that nobody was faster. */
export const reading = (one: Authorization) => ({
  initiator: walletRef(one.walletId).account,
  holds: heldBy(one),
  reads: { authorization: cardAuthorization.key(one) },
});

/** @throws Overtaken where the authorization that was read is not what it was */
export function unchanged(
  one: Authorization,
  { items }: Snapshot<ReturnType<typeof reading>["reads"]>,
): void {
  const version = items.authorization ? cardAuthorization.parse(items.authorization).version : 0n;
  if (version !== one.version) throw new Overtaken();
}

export const availableOf = ({ state }: Pick<Snapshot, "state">): bigint => state?.available ?? 0n;

/** How long nothing may be heard of an answer before the provider is asked, in milliseconds. */
export const UNHEARD_MS = 10 * 60_000;

/** The writes that keep the answer, over the authorization as it was read, and tell webhooks of it. */
export function recording(
  asked: Asked,
  { before, card }: Pick<Basis, "before" | "card">,
  { approved, reason, after }: Answer & { readonly after?: After | undefined },
): Table.Write[] {
  const { facts, ordinal, amountMinor, userId, cardId } = asked;
  const { day, month } = asked.periods;
  const now = Clock.nowIso();
  const answered: Answered = { ordinal, amountMinor, approved, ...(reason && { reason }), at: now };
  const added = approved ? amountMinor : 0n;
  const holdId = holdIdOf(facts.authorizationId, ordinal);
  const known = { day, dayMinor: 0n, month, monthMinor: 0n, holds: [], answers: [], createdAt: now };
  const earlier = before ?? { ...known, capturedMinor: 0n, refundedMinor: 0n, transactions: [], version: 0n };
  const item: Authorization = {
    ...earlier,
    authorizationId: facts.authorizationId,
    userId,
    cardId,
    last4: card.last4,
    walletId: card.walletId,
    merchant: facts.merchant,
    status: before?.status ?? (approved ? "pending" : "declined"),
    amountMinor: (before?.amountMinor ?? 0n) + (approved || !before ? amountMinor : 0n),
    merchantMinor: (before?.merchantMinor ?? 0n) + (facts.pending?.merchant_amount ?? 0n),
    merchantCurrency: facts.merchantCurrency,
    answers: [...earlier.answers, answered],
    holds: added > 0n ? [...earlier.holds, { holdId, leftMinor: added }] : earlier.holds,
    day,
    dayMinor: (earlier.day === day ? earlier.dayMinor : 0n) + added,
    month,
    monthMinor: (earlier.month === month ? earlier.monthMinor : 0n) + added,
    updatedAt: now,
    version: earlier.version + 1n,
  };
  const due = authorizationDue.at(facts.authorizationId, new Date(Clock.nowMs() + UNHEARD_MS).toISOString());
  return [
    {
      put: {
        ...cardAuthorization.item(after ? begun(item, after) : item),
        ...(item.holds.length > 0 && due),
      },
      where: before ? Where.is({ version: before.version }) : Where.absent,
    },
    authorizationEvent(
      approved ? "card.authorization.approved" : "card.authorization.declined",
      item,
      reason,
    ),
  ];
}

/** The write that counts the purchase in its day and its month. Refused: ConditionFailed. */
export function counting(
  { amountMinor, periods }: Asked,
  { card: { cardId }, spending }: Basis,
): Table.Write {
  const { dayMinor, monthMinor } = spentIn(spending, periods);
  const version = (spending?.version ?? 0n) + 1n;
  return {
    update: cardSpending.key({ cardId }),
    set: {
      cardId,
      ...periods,
      dayMinor: dayMinor + amountMinor,
      monthMinor: monthMinor + amountMinor,
      version,
    },
    where: Where.is({ version: spending?.version }),
  };
}

/** What its owner is told of it. */
export const saidOf = ({ facts, amountMinor, userId, cardId }: Asked, { card }: Pick<Basis, "card">) => ({
  userId,
  cardId,
  last4: card.last4,
  merchant: facts.merchant.name,
  amount: Money.format(amountMinor, 2),
  asset: CARD_ASSET,
});

/** The purchase after an entry that holds or takes so much for it. */
export const begun = (one: Authorization, { entryId, createdAt, hasLine }: After): Authorization =>
  one.entry?.hasLine
    ? one
    : { ...one, entry: { entryId, createdAt, hasLine: hasLine(walletRef(one.walletId).account) } };

/** The writes that list it, of the first entry. @param before the purchase before it */
export const listed = (
  before: Pick<Authorization, "entry"> | undefined,
  { authorizationId, walletId, merchant }: Pick<Authorization, "authorizationId" | "walletId" | "merchant">,
  amount: bigint,
  after: After,
): readonly Table.Write[] =>
  before?.entry
    ? []
    : [
        listingOut(
          {
            ...{ method: "card", amount, fee: 0n, description: "", from: walletRef(walletId) },
            counterparty: merchant.name,
            reference: { kind: "issuing_authorization", id: authorizationId },
          },
          after,
        ),
      ];

/** How a purchase stands: one payment, whatever was held, taken at once or in parts, and let go for it. */
export interface Standing {
  readonly status: "pending" | "completed" | "canceled";
  /** What was taken, and what is still held; of one that came to nothing what was held at first. */
  readonly amount: bigint;
}

/** @param firstAmount what the first entry held or took */
export function standingOf(
  { holds, capturedMinor, aloneMinor = 0n }: Pick<Authorization, "holds" | "capturedMinor" | "aloneMinor">,
  firstAmount: bigint,
): Standing {
  const taken = capturedMinor - aloneMinor;
  const left = holds.reduce((sum, { leftMinor }) => sum + leftMinor, 0n);
  if (left > 0n) return { status: "pending", amount: taken + left };
  return taken > 0n ? { status: "completed", amount: taken } : { status: "canceled", amount: firstAmount };
}

/** What a card's owner's webhooks are told of a purchase. @param one as it is after it, its version too */
export const authorizationEvent = (
  type: "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured",
  one: Authorization,
  reason?: DeclineReason,
): Table.Write => {
  const owner = { mode: "live" as const, userId: one.userId };
  const object = {
    ...ApiEvents.objectOf("card_authorization", owner, { id: one.authorizationId, createdAt: one.createdAt }),
    card: one.cardId,
    last4: one.last4,
    merchant: one.merchant.name,
    amount: ApiEvents.amountOf(one.amountMinor, CARD_ASSET),
    captured_amount: ApiEvents.amountOf(one.capturedMinor, CARD_ASSET),
    asset: CARD_ASSET,
    status: one.status,
    decline_reason: reason ?? null,
  };
  return ApiEvents.happened(owner, type, object, one.version);
};
