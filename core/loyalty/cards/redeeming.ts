import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Programs from "../programs/index.ts";
import * as Booking from "./booking.ts";
import { cardNumber, loyaltyCard } from "./entity.ts";
import { CardUnknown, InsufficientPoints } from "./errors.ts";
import { pointsSpent } from "./events.ts";
import { balanceOf, spend } from "./points.ts";
import { pointsAt } from "./standing.ts";

/** Spending points: at the till of the program's merchant, who reads the card. */

export interface Redemption {
  /** As the card's barcode has it. */
  readonly number: string;
  readonly points: bigint;
  /** What was given for them. */
  readonly description: string;
}

export interface Redeemed {
  readonly redemptionId: string;
  readonly programId: string;
  readonly number: string;
  readonly points: bigint;
  /** What is left on the card. */
  readonly balance: bigint;
  /** ISO 8601. */
  readonly at: string;
}

/** What `redeem` reads first: whose card it is says its number. */
export const redeemReads = (programId: string, { number }: Pick<Redemption, "number">): Table.Reads => ({
  keys: [...(Programs.ownReads(programId).keys ?? []), cardNumber.key({ number })],
});

/**
 * Takes points of a card for what the program's merchant gives: the oldest first, all or none. Its owner is
 * told.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_CARD_NOT_FOUND, INSUFFICIENT_POINTS; AlreadyDone
 */
export async function redeem(
  actor: LiveActor,
  programId: string,
  { number, points, description }: Redemption,
  idempotency?: Idempotency.Claim<Redeemed>,
): Promise<Redeemed> {
  const [program, named] = await Promise.all([
    Programs.own(actor, programId),
    Table.find(cardNumber, { number }),
  ]);
  if (named?.programId !== program.programId) throw fail(CardUnknown);
  const { userId } = named;
  return Booking.change<Redeemed>(
    userId,
    async () => {
      const card = await Table.find(loyaltyCard, { userId, programId });
      if (card?.status !== "active") throw fail(CardUnknown);
      const at = Clock.nowIso();
      const after = spend(pointsAt(card, at), points);
      if (!after) throw fail(InsufficientPoints);
      const redemptionId = Ids.create("pointsLine");
      return {
        cards: [card],
        moves: [
          {
            programId,
            type: "spent",
            cause: { kind: "redemption", id: redemptionId, name: description },
            to: (one) => {
              const next = spend(one, points);
              // Points that have expired since: it is decided anew.
              if (!next) throw new Table.ConditionFailed();
              return next;
            },
          },
        ],
        writes: [Outbox.write(pointsSpent, { userId, programId, points: String(points) })],
        reason: `points of ${programId} spent at its till`,
        reference: { kind: "redemption", id: redemptionId },
        result: { redemptionId, programId, number, points, balance: balanceOf(after), at },
      };
    },
    idempotency,
  );
}
