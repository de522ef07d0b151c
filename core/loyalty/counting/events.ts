import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { loyaltyCard } from "../cards/entity.ts";
import type { Program } from "../programs/schema.ts";
import type { CountedPayment, PointsRate } from "./schema.ts";

/** Telling loyalty of payments: one more write of the transaction that credits one, or takes of it back. */

type AsText<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

/** A payment to a merchant was credited, or went back in part or whole, or came again. */
export const paymentCounts = Outbox.define<AsText<CountedPayment>>()("payment-counts", "QUEUE_URL_LOYALTY");

/** The write that tells of a payment as it is after its transaction. */
export const telling = ({ paidMinor, goneMinor, sequence, ...payment }: CountedPayment): Table.Write =>
  Outbox.write(paymentCounts, {
    ...payment,
    paidMinor: String(paidMinor),
    goneMinor: String(goneMinor),
    sequence: String(sequence),
  });

/** What a payment that is credited now gives its payer points in: who is not in the program gets none. */
export async function rateOf(userId: string, program: Program | undefined): Promise<PointsRate | undefined> {
  if (!program) return undefined;
  const { programId, pointsPerEuro: perUnit } = program;
  const card = await Table.find(loyaltyCard, { userId, programId });
  return card?.status === "active" ? { programId, perUnit } : undefined;
}
