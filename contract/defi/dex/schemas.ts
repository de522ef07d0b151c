import * as z from "zod";
import { DECIMAL_PATTERN } from "../../common.ts";

/** What the routes of the exchange share: spec 2, section 2.2. */

export const slippage = z
  .string()
  .trim()
  .max(20)
  .default("0.5")
  .meta({ description: "Tolerance in percent, 0 to 50", examples: ["0.5"], pattern: DECIMAL_PATTERN });

export const decimal = (description: string) => z.string().meta({ description });

export const hash = z.string().meta({ description: "Hash of the journal entry" });
