import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { DAY_MS, MINUTE_MS, toIso } from "../../../kernel/time.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import type { After, Snapshot } from "../../../ledger/draft.ts";
import type { HoldRef, Reference } from "../../../ledger/schema.ts";
import * as ApiEvents from "../../../platform/api-events/index.ts";
import * as Table from "../../../platform/table/index.ts";
import { listOutgoingWrite } from "../../made/listing.ts";
import { cardSpending } from "../entity.ts";
import { CARD_ASSET } from "../schema.ts";
import { type Answer, type DecisionInputs, type Request, spentIn } from "./decision.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { type Answered, type Authorization, type DeclineReason, holdIdOf } from "./schema.ts";
import { leftOf } from "./steps.ts";

/** Writes of an authorization, its list entry and events. They require that the version is unchanged since it was read. */

/** The time without an event after an answer until the provider is read. */
export const NO_EVENT_MS = 10 * MINUTE_MS;

/** How often an authorization with a hold is compared with the provider's. */
export const COMPARE_EVERY_MS = DAY_MS;

export const dueIn = (authorizationId: string, ms: number) =>
  authorizationDue.at(authorizationId, toIso(Clock.nowMs() + ms));

/** Returns the write of an authorization if the version is unchanged since it was read. Fails with ConcurrentUpdate. */
export const replaceWrite = (before: Authorization, after: Authorization): Table.Write => ({
  put: {
    ...cardAuthorization.item(after),
    ...(leftOf(after) > 0n && dueIn(after.authorizationId, COMPARE_EVERY_MS)),
  },
  where: cardAuthorization.unchanged(before),
  onConditionFailed: () => new Table.ConcurrentUpdate(),
});

const openHolds = ({ holds, walletId }: Authorization): HoldRef[] =>
  holds.filter(({ leftMinor }) => leftMinor > 0n).map(({ holdId }) => ({ ...walletRef(walletId), holdId }));

/** Returns the inputs of an entry for an authorization. */
export const inputsOf = (one: Authorization) => ({
  initiator: walletRef(one.walletId).account,
  holds: openHolds(one),
  reads: { authorization: cardAuthorization.key(one) },
});

/** @throws ConcurrentUpdate if the authorization is no longer at the version that was read */
export function assertUnchanged(
  one: Authorization,
  { items }: Snapshot<ReturnType<typeof inputsOf>["reads"]>,
): void {
  const version = items.authorization ? cardAuthorization.parse(items.authorization).version : 0n;
  if (version !== one.version) throw new Table.ConcurrentUpdate();
}

export const referenceOf = ({ authorizationId }: Pick<Authorization, "authorizationId">): Reference => ({
  kind: "issuing_authorization",
  id: authorizationId,
});

/** Returns the writes that record an answer if the version is unchanged since it was read, and its webhook event. */
export function answerWrites(
  request: Request,
  { before, card }: Pick<DecisionInputs, "before" | "card">,
  { approved, reason, after }: Answer & { readonly after?: After | undefined },
): Table.Write[] {
  const { facts, ordinal, amountMinor, userId, cardId } = request;
  const { authorizationId, merchant, merchantCurrency } = facts;
  const { day, month } = request.periods;
  const now = Clock.nowIso();
  const answered: Answered = { ordinal, amountMinor, approved, ...(reason && { reason }), at: now };
  const added = approved ? amountMinor : 0n;
  const holdId = holdIdOf(authorizationId, ordinal);
  const earlier = before ?? {
    ...{ day, dayMinor: 0n, month, monthMinor: 0n, holds: [], answers: [], createdAt: now },
    ...{ capturedMinor: 0n, refundedMinor: 0n, transactions: [], version: 0n },
  };
  const item: Authorization = {
    ...earlier,
    ...{ authorizationId, userId, cardId, merchant, merchantCurrency, day, month },
    last4: card.last4,
    walletId: card.walletId,
    status: before?.status ?? (approved ? "pending" : "declined"),
    amountMinor: (before?.amountMinor ?? 0n) + (approved || !before ? amountMinor : 0n),
    merchantMinor: (before?.merchantMinor ?? 0n) + (facts.pending?.merchant_amount ?? 0n),
    answers: [...earlier.answers, answered],
    holds: added > 0n ? [...earlier.holds, { holdId, leftMinor: added }] : earlier.holds,
    dayMinor: (earlier.day === day ? earlier.dayMinor : 0n) + added,
    monthMinor: (earlier.month === month ? earlier.monthMinor : 0n) + added,
    updatedAt: now,
    version: earlier.version + 1n,
  };
  const type = approved ? "card.authorization.approved" : "card.authorization.declined";
  return [
    {
      put: {
        ...cardAuthorization.item(after ? withEntry(item, after) : item),
        ...(item.holds.length > 0 && dueIn(authorizationId, NO_EVENT_MS)),
      },
      where: cardAuthorization.unchanged(before),
    },
    authorizationEvent(type, item, reason),
  ];
}

/** Returns the write that counts a purchase in its day and month if the spending is unchanged since it was read. */
export function spendingWrite(
  { amountMinor, periods }: Request,
  { card: { cardId }, spending }: DecisionInputs,
): Table.Write {
  const { dayMinor, monthMinor } = spentIn(spending, periods);
  return {
    update: cardSpending.key({ cardId }),
    set: {
      ...{ cardId, ...periods },
      dayMinor: dayMinor + amountMinor,
      monthMinor: monthMinor + amountMinor,
      version: (spending?.version ?? 0n) + 1n,
    },
    where: cardSpending.unchanged(spending),
  };
}

/** Returns the fields of a purchase in its owner's notifications. */
export const purchaseFields = (
  { userId, cardId, last4 }: Pick<Authorization, "userId" | "cardId" | "last4">,
  merchant: { readonly name: string },
  amountMinor: bigint,
  asset = CARD_ASSET,
) => ({ userId, cardId, last4, merchant: merchant.name, amount: Money.format(amountMinor, 2), asset });

/**
 * Returns the purchase after an entry that reserves or takes money for it. The history shows the purchase at the first
 * such entry with a line.
 */
export const withEntry = (one: Authorization, { entryId, createdAt, hasLine }: After): Authorization =>
  one.entry?.hasLine
    ? one
    : { ...one, entry: { entryId, createdAt, hasLine: hasLine(walletRef(one.walletId).account) } };

/** Returns the writes that add a purchase to its owner's list of payments, at its first entry only. */
export const listWrites = (
  before: Pick<Authorization, "entry"> | undefined,
  one: Pick<Authorization, "authorizationId" | "walletId" | "merchant">,
  amount: bigint,
  entry: After,
): readonly Table.Write[] =>
  before?.entry ? [] : [cardListing(one, one.merchant.name, referenceOf(one), amount, entry)];

export const cardListing = (
  { walletId }: Pick<Authorization, "walletId">,
  counterparty: string,
  reference: Reference,
  amount: bigint,
  entry: After,
): Table.Write => {
  const payment = { method: "card", amount, fee: 0n, description: "", from: walletRef(walletId) } as const;
  return listOutgoingWrite({ ...payment, counterparty, reference }, entry);
};

/** The status of a purchase as one payment, with any holds, partial captures and releases. */
interface PurchaseStatus {
  readonly status: "pending" | "completed" | "canceled";
  /** The amount taken and still held; if both are zero, the amount of the first entry. */
  readonly amount: bigint;
}

/** @param firstAmount the amount that the first entry held or took */
export function purchaseStatus(
  one: Pick<Authorization, "holds" | "capturedMinor" | "aloneMinor">,
  firstAmount: bigint,
): PurchaseStatus {
  const taken = one.capturedMinor - (one.aloneMinor ?? 0n);
  const left = leftOf(one);
  if (left > 0n) return { status: "pending", amount: taken + left };
  return taken > 0n ? { status: "completed", amount: taken } : { status: "canceled", amount: firstAmount };
}

/** Returns the webhook event of a purchase. @param one the authorization after the change, with its new version */
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
  return ApiEvents.eventWrite(owner, type, object, one.version);
};
