import { createClient } from "../sdk/src/index.ts";
import { baseUrl, run } from "./setup.ts";

/** Swaps euros for the platform's token, for at least the quoted minimum, and stakes a part of it. */

await run(["SVC_API_KEY"], async ({ SVC_API_KEY: apiKey }) => {
  const svc = createClient({ baseUrl, apiKey });
  const swap = { asset_in: "EUR", asset_out: "YANI", amount_in: "100" };
  const quote = await svc.get("/v1/exchange/quotes", { params: { query: { ...swap, slippage: "1" } } });
  const swapped = await svc.post("/v1/exchange/swaps", {
    body: { ...swap, min_amount_out: quote.min_amount_out, deadline: quote.expires_at },
  });
  process.stdout.write(`swapped for ${swapped.amount_out} ${swapped.asset_out}\n`);
  const { id, amount } = await svc.post("/v1/staking/positions", {
    body: { pool: "flexible", amount: "100" },
  });
  const position = await svc.get("/v1/staking/positions/{id}", { params: { path: { id } } });
  process.stdout.write(`staked ${amount} in ${position.pool}\n`);
});
