import { defineFamily } from "../family.ts";
import { portfolio } from "./portfolio/schemas.ts";
import { shared } from "./schemas.ts";

/** The portfolio of the public API: PUBLIC.md, Resources. */

const route = defineFamily({ ...shared, id: "public.portfolio", path: "/v1/portfolio" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the portfolio",
  description:
    "All that the caller has, at the prices of now, each worth rounded down to cents: what is in wallets (`staked` is a part of it), in the exchange's " +
    "pools and in farms. `allocation` is by asset, wherever it is; its percentages come to 100. `change_24h` is against what the same " +
    "would have been worth 24 hours ago. An asset without a known price counts as worth nothing.",
  scope: "wallets:read",
  responses: { 200: { description: "The portfolio as of now", body: portfolio } },
  grants: { table: "read" },
});
