import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { list as pageOf } from "../../platform/table/list.ts";
import { CardUnknown, InsufficientPoints } from "../errors.ts";
import { pointsSpent } from "../events.ts";
import * as Programs from "../programs/index.ts";
import * as Booking from "./booking.ts";
import { cardNumber, loyaltyCard, programMember } from "./entity.ts";
import { pointsAt } from "./expiry.ts";
import { balanceOf, spend } from "./points.ts";
import { type Card, POINTS } from "./schema.ts";

/** A program's members for its owner: by card, without personal data. Its merchant's till takes points. */

export interface Members {
  readonly cards: readonly Card[];
  /** The last card number of the page; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Returns a page of the members' cards.
 * @param after the last number of the previous page
 * @throws LOYALTY_PROGRAM_NOT_FOUND
 */
export async function list(
  actor: LiveActor,
  programId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Members> {
  await Programs.requireOwn(actor, programId);
  const from = after === undefined ? undefined : programMember.key({ programId, number: after });
  const { items, next } = await pageOf(programMember, { programId }, { limit, after: from });
  const cards = await Table.getMany(items.map(({ userId }) => loyaltyCard.key({ userId, programId })));
  return { cards: cards.flatMap((item) => (item ? loyaltyCard.parse(item) : [])), next: next?.number };
}

/** Returns a program's totals from the ledger; `given` is net of points taken back. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function statistics(actor: LiveActor, programId: string) {
  await Programs.requireOwn(actor, programId);
  const balance = (part: Booking.ProgramPart) =>
    Ledger.balance(Booking.programAccount(programId, part).account, POINTS);
  const [members, given, spent, expired] = await Promise.all([
    Table.count({ pk: programMember.partition({ programId }) }),
    balance("given"),
    balance("spent"),
    balance("expired"),
  ]);
  return { members, given: -given, spent, expired };
}

interface Redemption {
  /** The number in the card's barcode. */
  readonly number: string;
  readonly points: bigint;
  /** The goods or service that the member gets. */
  readonly description: string;
}

export interface Redeemed extends Pick<Redemption, "number" | "points"> {
  readonly redemptionId: string;
  readonly programId: string;
  /** The card's balance after the redemption. */
  readonly balance: bigint;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns the first reads of `redeem`. The card's owner is known only after them. */
export const redeemReads = (programId: string, { number }: Pick<Redemption, "number">): Table.Reads => ({
  keys: [Programs.ownKey(programId), cardNumber.key({ number })],
});

/**
 * Takes points from a member's card in return for goods: oldest first, all or none. Notifies the member.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_CARD_NOT_FOUND, INSUFFICIENT_POINTS; AlreadyDone
 */
export async function redeem(
  actor: LiveActor,
  programId: string,
  { number, points, description }: Redemption,
  idempotency?: Idempotency.Claim<Redeemed>,
): Promise<Redeemed> {
  const [program, named] = await Promise.all([
    Programs.requireOwn(actor, programId),
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
              // Points have expired since the check above, so the request is decided again.
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
