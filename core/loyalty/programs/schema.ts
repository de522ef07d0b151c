import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** A merchant's loyalty program: what of each payment to it comes back to the payer as saveback. */

export const programStatuses = ["active", "ended"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

/** A program's rate as it is given: percent of a payment. */
export const rate = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, {
    error: rule(
      "must be a percentage with at most two decimals, above 0",
      "doit être un pourcentage avec deux décimales au plus, supérieur à 0",
    ),
    // One thing is told of what is no percentage.
    abort: true,
  })
  .refine(
    (text) => Number(text) > 0 && Number(text) <= 20,
    rule("must be above 0 and at most 20", "doit être supérieur à 0 et d'au plus 20"),
  );

/** What a merchant sells: its program's picture shows it, unless it has one of its own. */
export const programCategories = [
  "food",
  "groceries",
  "fashion",
  "beauty",
  "culture",
  "travel",
  "sport",
  "home",
  "other",
] as const;
export type ProgramCategory = (typeof programCategories)[number];

/** Where the platform serves the picture of a program. */
export const logoOf = (picture: string): string => `/assets/loyalty-${picture}.svg`;

/** How many points a euro gives, or a unit of whichever currency is paid. */
export const pointsPerEuro = z
  .string()
  .regex(
    /^\d{1,3}(\.\d{1,2})?$/,
    rule("must be a number with at most two decimals", "doit être un nombre avec deux décimales au plus"),
  )
  .refine(
    (text) => Number(text) > 0 && Number(text) <= 100,
    rule("must be above 0 and at most 100", "doit être supérieur à 0 et d'au plus 100"),
  );

export const programItem = z.object({
  programId: z.string(),
  merchantId: z.string(),
  /** The professional whose merchant it is. */
  ownerId: z.string(),
  name: z.string(),
  /** Percent of a payment, as a decimal string without zeros at its end: "2.5". */
  rate: z.string(),
  /** Points for a whole unit of the currency that is paid, as a decimal string: "1", "2.5". */
  pointsPerEuro: z.string().default("1"),
  category: z.enum(programCategories).default("other"),
  /** The merchant's name; its program's where that has no other. */
  merchantName: z.string().optional(),
  logoUrl: z.string().default(logoOf("other")),
  status: z.enum(programStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  endedAt: z.string().optional(),
});
export type Program = z.output<typeof programItem>;
