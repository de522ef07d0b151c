import * as Due from "../../platform/due/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Booking from "./booking.ts";
import { loyaltyCard, pointsDue } from "./entity.ts";

/** The schedule of points: what has expired goes back to its program, and what expires soon is told. */

/** @returns how many cards were due */
export const tendDue = (): Promise<number> =>
  Due.sweep(pointsDue, async (item) => {
    const { userId, programId } = loyaltyCard.parse(item);
    await Booking.change<void>(userId, async () => {
      const card = await Table.find(loyaltyCard, { userId, programId });
      return {
        cards: card ? [card] : [],
        moves: [],
        // What there was to do may be done already: then it is only to be looked at another time.
        become: (one) => ({ ...one }),
        reason: `points of ${programId} expire`,
        reference: { kind: "loyalty_program", id: programId },
        result: undefined,
      };
    });
    return true;
  });
