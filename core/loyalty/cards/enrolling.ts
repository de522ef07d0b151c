import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Barcode from "../../platform/barcode.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { ProgramEnded, ProgramNotFound } from "../programs/errors.ts";
import * as Programs from "../programs/index.ts";
import * as Booking from "./booking.ts";
import { cardNumber, loyaltyCard, loyaltyCardCount, programMember } from "./entity.ts";
import { CardLimit, OwnProgram } from "./errors.ts";
import type { Enrolled } from "./index.ts";
import { draw } from "./number.ts";
import { type Card, MAX_CARDS } from "./schema.ts";
import { blank, pointsAt } from "./standing.ts";

/** Joining a loyalty program. Apart from the other verbs, for it draws the barcode. */

export interface Joined extends Enrolled {
  /** The card's number, as a `data:image/png` URL. */
  readonly barcode: string;
}

/**
 * Joins a program; who is in it already has the card. Who comes back within the time that points are kept
 * finds them, and the card's number is the one it was.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, OWN_PROGRAM, LOYALTY_CARD_LIMIT_REACHED;
 *   AlreadyDone
 */
export async function enrol(
  { userId }: LiveActor,
  programId: string,
  idempotency?: Idempotency.Claim<Joined>,
): Promise<Joined> {
  const program = await Programs.fromId(programId);
  if (!program) throw fail(ProgramNotFound);
  if (program.ownerId === userId) throw fail(OwnProgram);
  return Booking.change<Joined>(
    userId,
    async () => {
      const now = Clock.nowIso();
      const before = (await Table.find(loyaltyCard, { userId, programId })) ?? blank(userId, programId, now);
      const isIn = before.status === "active" && before.version > 0n;
      const why = {
        reason: `joins ${programId}`,
        reference: { kind: "loyalty_program", id: programId },
      } as const;
      if (isIn)
        return {
          cards: [],
          moves: [],
          ...why,
          result: { card: before, program, barcode: await Barcode.pngUrl(before.number ?? "") },
        };
      if (program.status === "ended") throw fail(ProgramEnded);
      const number = before.number ?? draw();
      const joined = ({ leftAt: _, keptUntil: __, ...card }: Card): Card => ({
        ...card,
        number,
        status: "active",
        joinedAt: now,
      });
      return {
        cards: [before],
        moves: [],
        become: joined,
        writes: joining(joined(before), number, before.number === undefined),
        ...why,
        result: {
          card: { ...joined(before), ...pointsAt(before, now) },
          program,
          barcode: await Barcode.pngUrl(number),
        },
      };
    },
    idempotency,
  );
}

/** What is written with a card that joins. Refused: LOYALTY_CARD_LIMIT_REACHED; another number is drawn. */
const joining = ({ userId, programId, joinedAt }: Card, number: string, isNew: boolean): Table.Write[] => [
  {
    update: loyaltyCardCount.key({ userId }),
    add: { count: 1n },
    where: Where.any(Where.lacks("count"), Where.below("count", MAX_CARDS)),
    onConditionFailed: CardLimit,
  },
  ...(isNew ? [{ put: cardNumber.item({ number, userId, programId }), where: Where.absent }] : []),
  { put: programMember.item({ programId, number, userId, joinedAt }) },
];
