import * as z from "zod";
import { rule } from "../../../core/kernel/texts/index.ts";
import { intervals } from "../../../core/prices/sources/schema.ts";

/** What the routes of prices share. */

export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const usd = decimal.meta({ description: "US dollars", examples: ["90123.45"] });
export const percent = decimal.meta({ description: "Percent", examples: ["-1.25"] });
export const units = decimal.meta({ description: "Whole units of the asset; 0 where it has no such figure" });

export const symbol = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: "Symbol of an asset, in any letter case", examples: ["BTC"] });

/** An instant as a client writes it; a date alone is its 00:00 UTC. */
export const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: rule(
      "must be an ISO 8601 time such as 2026-11-21T09:30:00Z",
      "doit être une heure ISO 8601, comme 2026-11-21T09:30:00Z",
    ),
  })
  .transform((text) => Date.parse(text))
  .meta({ description: "ISO 8601 with a time zone; a date alone is its 00:00 UTC" });

/** How long each candle of a history lasts. */
export const interval = z
  .enum(intervals, {
    error: rule(
      `must be one of ${intervals.join(", ")}`,
      `doit être une de ces valeurs : ${intervals.join(", ")}`,
    ),
  })
  .default("1h");
