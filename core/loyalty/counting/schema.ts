import * as z from "zod";
import { challengeName } from "../challenges/schema.ts";

/** Payments as loyalty counts them: what they give, however often and in whatever order they are told. */

/** What a payment gives points in, as it was when it was credited. */
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
  /** Which telling it was last counted by: an older one changes nothing. */
  sequence: z.bigint(),
  /** What is left of the payment, in minor units. */
  netMinor: z.bigint(),
  /** What of that counts for challenges: nothing where too little is left. */
  countsMinor: z.bigint().optional(),
  rate: pointsRate.optional(),
  /** What it has given, less what was taken back. */
  points: z.bigint(),
  /** The day that its points are of. */
  day: z.string(),
  /** The challenges that ran when it was paid: it counts for them, and for no later one. */
  challenges: z.array(challengeName).readonly().default([]),
});
export type Counted = z.output<typeof countedItem>;

/** What an event says of a payment: all of it, so that the latest one is enough. */
export const countedPayment = z.object({
  userId: z.string(),
  transactionId: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** The merchant's owner. */
  ownerId: z.string(),
  /** Minor units, as text. */
  paidMinor: z.string().transform(BigInt),
  /** What of it went back. */
  goneMinor: z.string().transform(BigInt),
  /** Higher with each change of the payment. */
  sequence: z.string().transform(BigInt),
  /** ISO 8601. */
  paidAt: z.string(),
  rate: pointsRate.optional(),
});
export type CountedPayment = z.output<typeof countedPayment>;
