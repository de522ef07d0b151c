import { createClient } from "../sdk/src/index.ts";

/** Swaps euros for at least the quoted amount of the platform's token, and stakes some of it. */

const svc = createClient({ baseUrl: process.env["SVC_URL"], apiKey: process.env["SVC_API_KEY"] });

const request = { asset_in: "EUR", asset_out: "YANI", amount_in: "100" };
const quote = await svc.get("/v1/exchange/quotes", { params: { query: { ...request, slippage: "1" } } });
const swap = await svc.post("/v1/exchange/swaps", {
  body: { ...request, min_amount_out: quote.min_amount_out, deadline: quote.expires_at },
});
process.stdout.write(`swapped for ${swap.amount_out} ${swap.asset_out}\n`);
const { id, amount } = await svc.post("/v1/staking/positions", { body: { pool: "flexible", amount: "100" } });
const position = await svc.get("/v1/staking/positions/{id}", { params: { path: { id } } });
process.stdout.write(`staked ${amount} in ${position.pool}\n`);
