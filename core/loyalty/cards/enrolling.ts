import { randomInt } from "node:crypto";
import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Barcode from "../../platform/barcode.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { CardLimit, OwnProgram, ProgramEnded, ProgramNotFound } from "../errors.ts";
import * as Programs from "../programs/index.ts";
import * as Booking from "./booking.ts";
import { cardNumber, loyaltyCard, loyaltyCardCount, programMember } from "./entity.ts";
import { newCard, pointsAt } from "./expiry.ts";
import type { CardWithProgram } from "./index.ts";
import { type Card, MAX_CARDS } from "./schema.ts";

/** Joins a loyalty program. Separate from `index.ts` because it draws the barcode. */

export interface CardWithBarcode extends CardWithProgram {
  /** The card's number, as a `data:image/png` URL. */
  readonly barcode: string;
}

/**
 * Joins a program. A member gets the existing card. A former member gets the same card number, and within 90 days also
 * the points that have not expired.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, OWN_PROGRAM, LOYALTY_CARD_LIMIT_REACHED;
 *   CONTENTION; AlreadyDone
 */
export async function joinProgram(
  { userId }: LiveActor,
  programId: string,
  idempotency?: Idempotency.Claim<CardWithBarcode>,
): Promise<CardWithBarcode> {
  const program = await Programs.fromId(programId);
  if (!program) throw fail(ProgramNotFound);
  if (program.ownerId === userId) throw fail(OwnProgram);
  const entry = {
    reason: `joins ${programId}`,
    reference: { kind: "loyalty_program", id: programId },
  } as const;
  return Booking.change<CardWithBarcode>(
    userId,
    async () => {
      const now = Clock.nowIso();
      const before =
        (await Table.find(loyaltyCard, { userId, programId })) ?? newCard(userId, programId, now);
      if (before.status === "active" && before.version > 0n) {
        const barcode = await Barcode.pngUrl(before.number ?? "");
        return { cards: [], moves: [], ...entry, result: { card: before, program, barcode } };
      }
      if (program.status === "ended") throw fail(ProgramEnded);
      const number = before.number ?? drawNumber();
      const join = ({ leftAt: _, keptUntil: __, ...card }: Card): Card => ({
        ...card,
        number,
        status: "active",
        joinedAt: now,
      });
      return {
        cards: [before],
        moves: [],
        changeCard: join,
        writes: joinWrites(join(before), number, before.number === undefined),
        ...entry,
        result: {
          card: { ...join(before), ...pointsAt(before, now) },
          program,
          barcode: await Barcode.pngUrl(number),
        },
      };
    },
    idempotency,
  );
}

/** Returns the writes beside the card. A new number that is already in use fails the condition and is drawn again. */
const joinWrites = ({ userId, programId, joinedAt }: Card, number: string, isNew: boolean): Table.Write[] => [
  {
    update: loyaltyCardCount.key({ userId }),
    add: { count: 1n },
    where: Where.any(Where.lacks("count"), Where.below("count", MAX_CARDS)),
    onConditionFailed: CardLimit,
  },
  ...(isNew ? [{ put: cardNumber.item({ number, userId, programId }), where: Where.absent }] : []),
  { put: programMember.item({ programId, number, userId, joinedAt }) },
];

/*
 * Card numbers have 16 digits. The first is 9, which ISO/IEC 7812-1 reserves for national use, so that no till takes
 * the number for a payment card or an article. The last is the check digit of its Annex B (Luhn).
 */

const LENGTH = 16;

/** Returns the check digit of a number without one. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Draws a number, which may already be in use. */
export function drawNumber(): string {
  const digits = `9${Array.from({ length: LENGTH - 2 }, () => randomInt(10)).join("")}`;
  return digits + checkDigit(digits);
}
