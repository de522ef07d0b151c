import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

export const programStatuses = ["active", "ended"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

/** A program's rate in a request: percent of a payment. */
export const rate = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, {
    error: rule(
      "must be a percentage with at most two decimals, above 0",
      "doit être un pourcentage avec deux décimales au plus, supérieur à 0",
    ),
    // Report one error at a time.
    abort: true,
  })
  .refine(
    (text) => Number(text) > 0 && Number(text) <= 20,
    rule("must be above 0 and at most 20", "doit être supérieur à 0 et d'au plus 20"),
  );

/** The merchant's trade. Selects the program's default picture. */
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

/** Returns the path of a program's picture. */
export const logoOf = (picture: string): string => `/assets/loyalty-${picture}.svg`;

/** Points for one euro, or for one unit of any other currency. */
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
  /** The professional who owns the merchant. */
  ownerId: z.string(),
  name: z.string(),
  /** Percent of a payment, as a decimal string without trailing zeros: "2.5". */
  rate: z.string(),
  /** Points for a whole unit of the payment's currency, as a decimal string: "1", "2.5". */
  pointsPerEuro: z.string().default("1"),
  category: z.enum(programCategories).default("other"),
  /** Missing if the merchant has the program's name. */
  merchantName: z.string().optional(),
  logoUrl: z.string().default(logoOf("other")),
  status: z.enum(programStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  endedAt: z.string().optional(),
});
export type Program = z.output<typeof programItem>;
