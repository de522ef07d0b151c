import * as z from "zod";
import { defineFamily } from "../family.ts";
import { amount, asset, object, shared } from "./schemas.ts";

/** The portfolio of the public API: PUBLIC.md, Resources. Its `id` is that of the account. */

const route = defineFamily({ ...shared, id: "public.portfolio", path: "/v1/portfolio" });

const value = z
  .object({ usd: z.string().meta({ examples: ["1234.56"] }), eur: z.string() })
  .meta({ id: "Worth", description: "Rounded down to cents" });

const portfolio = object("portfolio", {
  total: value,
  wallets: value.describe("In wallets, including staked and held money"),
  staked: value.describe("Staked: a part of `wallets`"),
  pooled: value.describe("Pool shares outside farms"),
  farmed: value.describe("Pool shares in farms"),
  change_24h: z.object({
    usd: z.string().describe("US dollars; negative after a loss"),
    percent: z.string(),
  }),
  allocation: z.array(
    z
      .object({
        asset,
        amount: amount("In wallets, pools and farms together"),
        value,
        percent: z.string().describe("Of the total; all together 100.00"),
      })
      .meta({ id: "Allocation" }),
  ),
});

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the portfolio",
  description:
    "Returns everything the caller owns at current prices, each worth rounded down to cents: wallets (including `staked`), the " +
    "exchange's pools, and farms. The percentages of `allocation` add up to 100. `change_24h` compares with the worth of the same assets " +
    "24 hours ago. An asset without a known price counts as worthless.",
  scope: "wallets:read",
  response: { description: "The current portfolio", body: portfolio },
});
