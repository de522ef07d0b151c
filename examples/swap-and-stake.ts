import { createClient } from "../sdk/src/index.ts";

/** Swaps euros for the platform's token, for no less than it says, and stakes some of it. */

const svc = createClient({ baseUrl: process.env["SVC_URL"] ?? "", apiKey: process.env["SVC_API_KEY"] });

const swap = await svc.post("/v1/exchange/swaps", {
  body: {
    asset_in: "EUR",
    asset_out: "YANI",
    amount_in: "100",
    min_amount_out: process.env["SVC_LEAST"] ?? "1",
    deadline: new Date(Date.now() + 60_000).toISOString(),
  },
});
process.stdout.write(`swapped for ${swap.amount_out} ${swap.asset_out}\n`);
const { id, amount } = await svc.post("/v1/staking/positions", { body: { pool: "flexible", amount: "100" } });
const position = await svc.get("/v1/staking/positions/{id}", { params: { path: { id } } });
process.stdout.write(`staked ${amount} in ${position.pool}\n`);
