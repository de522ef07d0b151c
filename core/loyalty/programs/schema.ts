import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** A merchant's loyalty program: what of each payment to it comes back to the payer as saveback. */

export const programStatuses = ["active", "ended"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

/** A program's rate as it is given: percent of a payment. */
export const rate = z
  .string()
  .regex(
    /^\d{1,2}(\.\d{1,2})?$/,
    rule(
      "must be a percentage with at most two decimals",
      "doit être un pourcentage avec deux décimales au plus",
    ),
  )
  .refine(
    (text) => Number(text) > 0 && Number(text) <= 20,
    rule("must be above 0 and at most 20", "doit être supérieur à 0 et d'au plus 20"),
  );

export const programItem = z.object({
  programId: z.string(),
  merchantId: z.string(),
  /** The professional whose merchant it is. */
  ownerId: z.string(),
  name: z.string(),
  /** Percent of a payment, as a decimal string without zeros at its end: "2.5". */
  rate: z.string(),
  status: z.enum(programStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  endedAt: z.string().optional(),
});
export type Program = z.output<typeof programItem>;
