import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import type { After } from "../../../ledger/draft.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { cardSpending } from "../entity.ts";
import { CARD_ASSET } from "../schema.ts";
import { authorizationEvent } from "./api-events.ts";
import type { Answer, Asked, Basis } from "./basis.ts";
import { spentIn } from "./decision.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { begun } from "./purchase.ts";
import { type Answered, type Authorization, holdIdOf } from "./schema.ts";

/** What is kept of an answer to a merchant, and what its owner is told. */

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
