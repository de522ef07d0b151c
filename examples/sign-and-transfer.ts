import { createClient } from "../sdk/src/index.ts";
import { baseUrl, run } from "./setup.ts";

/** Sends a transfer that the client signs with the key's signing secret, and reads it again by its id. */

await run(["SVC_API_KEY", "SVC_SIGNING_SECRET", "SVC_PAYEE"], async (settings) => {
  const svc = createClient({
    baseUrl,
    apiKey: settings.SVC_API_KEY,
    signingSecret: settings.SVC_SIGNING_SECRET,
  });
  const [wallet] = await svc.list("/v1/wallets", { asset: "EUR" }).all();
  if (!wallet) throw new Error("This account has no EUR wallet. Run examples/first-call.ts to open one.");
  const transfer = await svc.post("/v1/transfers", {
    body: { from_wallet: wallet.id, to_email: settings.SVC_PAYEE, amount: "2.50" },
    // Your own key, for example an invoice number: the transfer is made once, even if this program crashes and runs again.
    headers: { "Idempotency-Key": "invoice-1843" },
  });
  const { amount, asset } = await svc.get("/v1/transfers/{id}", { params: { path: { id: transfer.id } } });
  process.stdout.write(`sent ${amount} ${asset}\n`);
});
