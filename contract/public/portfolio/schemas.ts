import * as z from "zod";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";

/** The portfolio of the public API. Its `id` is the account's, its `created_at` when it was put together. */

const value = z
  .object({ usd: z.string().meta({ examples: ["1234.56"] }), eur: z.string() })
  .meta({ id: "Worth", description: "Rounded down to cents" });

export const portfolio = object("portfolio", {
  total: value,
  wallets: value.meta({ description: "In wallets, what is staked or held there too" }),
  staked: value.meta({ description: "Staked: a part of `wallets`" }),
  pooled: value.meta({ description: "Shares of pools that are not farmed" }),
  farmed: value.meta({ description: "Shares of pools in farms" }),
  change_24h: z.object({
    usd: z.string().meta({ description: "US dollars; below zero where it is worth less" }),
    percent: z.string(),
  }),
  allocation: z.array(
    z
      .object({
        asset,
        amount: amount("Wherever it is"),
        value,
        percent: z.string().meta({ description: "Of the total; all together 100.00" }),
      })
      .meta({ id: "Allocation" }),
  ),
});
