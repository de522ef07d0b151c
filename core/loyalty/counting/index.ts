import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { dayOf } from "../cards/calendar.ts";
import { loyaltyCard } from "../cards/entity.ts";
import type { Move } from "../cards/moves.ts";
import { give, takeBack } from "../cards/points.ts";
import type { Cause } from "../cards/schema.ts";
import { blank } from "../cards/standing.ts";
import { pointsOf } from "../programs/rate.ts";
import { countedPayment } from "./entity.ts";
import type { Counted, Told } from "./schema.ts";

/**
 * Counting payments: each gives its payer what is left of it is worth, once, however often it is told and in
 * whatever order. What was counted for it stands in its item, which changes with the points.
 */

/** Counts a payment as it was told. @returns whether that was new */
export const count = (told: Told): Promise<boolean> =>
  Booking.change<boolean>(told.userId, async () => {
    const { userId, transactionId: paymentId } = told;
    const before = await Table.find(countedPayment, { userId, paymentId });
    const reason = `payment ${paymentId} counts`;
    if (before && before.sequence >= told.sequence) return { cards: [], moves: [], reason, result: false };
    const after = next(before, told);
    const moves = moved(before, after, { kind: "payment", id: paymentId, name: told.merchantName });
    const cards = await Promise.all(
      [...new Set(moves.map(({ programId }) => programId))].map(
        async (programId) =>
          (await Table.find(loyaltyCard, { userId, programId })) ?? blank(userId, programId, Clock.nowIso()),
      ),
    );
    return { cards, moves, writes: [keeping(before, after)], reason, result: true };
  });

/** What a payment counts for as it is told: what it gives points in is as it was told first. */
function next(before: Counted | undefined, told: Told): Counted {
  const { transactionId: paymentId, userId, merchantId, sequence, paidMinor, goneMinor } = told;
  const rate = before ? before.rate : told.rate;
  const netMinor = paidMinor > goneMinor ? paidMinor - goneMinor : 0n;
  return {
    paymentId,
    userId,
    merchantId,
    sequence,
    netMinor,
    ...(rate && { rate }),
    points: rate ? pointsOf(netMinor, rate.perUnit) : 0n,
    day: before?.day ?? dayOf(told.paidAt),
  };
}

/** How the payer's points change. */
function moved(before: Counted | undefined, { rate, points, day }: Counted, cause: Cause): Move[] {
  const change = points - (before?.points ?? 0n);
  if (!rate || change === 0n) return [];
  const { programId } = rate;
  return change > 0n
    ? [{ programId, type: "earned", cause, to: (one) => give(one, day, change) }]
    : [{ programId, type: "taken_back", cause, to: (one) => takeBack(one, day, -change) }];
}

/** The write that keeps what was counted, over exactly what was read. */
const keeping = (before: Counted | undefined, after: Counted): Table.Write => ({
  put: countedPayment.item(after),
  where: before ? Where.is({ sequence: before.sequence }) : Where.absent,
});
