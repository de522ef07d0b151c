import * as z from "zod";
import { money } from "../../core/kernel/assets/schema.ts";

/** What the payments routes share: spec 3, sections 2, 4.1 and 7. */

/** The body of a success. */
export const success = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

/** Currencies that a card can be charged in: those that the ledger holds as money. */
export const currencies = money.map((symbol) => symbol.toLowerCase() as Lowercase<typeof symbol>);

export const currency = z
  .string()
  .trim()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(currencies))
  .meta({ description: "ISO 4217, in any letter case", examples: ["eur"] });

/** Stripe's own limit is eight digits. */
export const amountMinor = z
  .int()
  .min(1)
  .max(99_999_999)
  .meta({ description: "Minor units of the currency: 1099 is 10.99", examples: [1099] });

/** Stripe's own limits, and its form encoding, in which brackets mean something; names beginning with `svc_` are ours. */
const metadataName = z
  .string()
  .min(1)
  .max(40)
  .refine((name) => !/[[\]]/.test(name), "must have no [ or ]")
  .refine((name) => !/^svc_/i.test(name), "must not begin with svc_");

export const metadata = z
  .record(metadataName, z.string().max(500))
  .refine((given) => Object.keys(given).length <= 20, "must have at most 20 entries");
