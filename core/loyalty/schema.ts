import * as z from "zod";

/** A merchant's loyalty program: what of each payment to it comes back to the payer as saveback. */

export const programStatuses = ["active", "ended"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

export const programItem = z.object({
  programId: z.string(),
  merchantId: z.string(),
  /** The professional whose merchant it is. */
  ownerId: z.string(),
  name: z.string(),
  /** Percent of a payment, as a decimal string: "2.5". More than 0, at most 20, at most two decimals. */
  rate: z.string(),
  status: z.enum(programStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  endedAt: z.string().optional(),
});
export type Program = z.output<typeof programItem>;
