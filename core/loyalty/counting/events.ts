import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { loyaltyCard } from "../cards/entity.ts";
import type { Program } from "../programs/schema.ts";
import type { CountedPayment, PointsRate } from "./schema.ts";

type AsText<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

/** A payment to a merchant was credited, returned or reinstated. */
export const paymentCounts = Outbox.define<AsText<CountedPayment>>()("payment-counts", "QUEUE_URL_LOYALTY");

/** Returns the write that publishes a payment's state after its transaction. */
export const paymentEventWrite = ({
  paidMinor,
  goneMinor,
  sequence,
  ...payment
}: CountedPayment): Table.Write =>
  Outbox.write(paymentCounts, {
    ...payment,
    paidMinor: String(paidMinor),
    goneMinor: String(goneMinor),
    sequence: String(sequence),
  });

/** Returns the rate at which a payment that is credited now earns points; undefined unless the payer is a member. */
export async function rateOf(userId: string, program: Program | undefined): Promise<PointsRate | undefined> {
  if (!program) return undefined;
  const { programId, pointsPerEuro: perUnit } = program;
  const card = await Table.find(loyaltyCard, { userId, programId });
  return card?.status === "active" ? { programId, perUnit } : undefined;
}
