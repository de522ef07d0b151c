import * as z from "zod";
import { DECIMAL_PATTERN } from "../../common.ts";

/** What the routes of the exchange share: spec 2, section 2.2. */

export const slippage = z
  .string()
  .max(20)
  .default("0.5")
  .meta({
    description:
      "Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + " +
      "slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…",
    examples: ["0.5"],
    pattern: DECIMAL_PATTERN,
  });

export const decimal = (description: string) => z.string().meta({ description });

export const hash = z.string().meta({ description: "Hash of the journal entry" });
