import * as z from "zod";
import { challengeName } from "../challenges/schema.ts";

/** The program and rate of a payment's points when it was credited. */
export const pointsRate = z.object({
  programId: z.string(),
  /** Points for a whole unit of the currency: "2.5". */
  perUnit: z.string(),
});
export type PointsRate = z.output<typeof pointsRate>;

export const countedItem = z.object({
  paymentId: z.string(),
  /** The payer. */
  userId: z.string(),
  merchantId: z.string(),
  /** The sequence of the latest counted event. Older events change nothing. */
  sequence: z.bigint(),
  /** The payment without its returned parts, in minor units. */
  netMinor: z.bigint(),
  /** The amount that counts for challenges: 0 if it is below the minimum. */
  countsMinor: z.bigint().optional(),
  rate: pointsRate.optional(),
  /** Points earned, less points taken back. */
  points: z.bigint(),
  /** The day on which its points were earned. */
  day: z.string(),
  /** The challenges that were running when it was paid. It counts for no later one. */
  challenges: z.array(challengeName).readonly().default([]),
});
export type PaymentCount = z.output<typeof countedItem>;

/** An event's payload: the payment's complete state, so that the latest event is enough. */
export const countedPayment = z.object({
  userId: z.string(),
  transactionId: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** The merchant's owner. */
  ownerId: z.string(),
  /** Minor units, as text. */
  paidMinor: z.string().transform(BigInt),
  /** The returned part. */
  goneMinor: z.string().transform(BigInt),
  /** Increases with each change of the payment. */
  sequence: z.string().transform(BigInt),
  /** ISO 8601. */
  paidAt: z.string(),
  rate: pointsRate.optional(),
});
export type CountedPayment = z.output<typeof countedPayment>;
