import { createClient } from "../sdk/src/index.ts";

/** Makes a transfer that the client signs with the key's signing secret, and retrieves it by its id. */

const svc = createClient({
  baseUrl: process.env["SVC_URL"],
  apiKey: process.env["SVC_API_KEY"],
  signingSecret: process.env["SVC_SIGNING_SECRET"],
});

const [wallet] = await svc.list("/v1/wallets", { asset: "EUR" }).all();
if (!wallet) throw new Error("a wallet for EUR is required");
const transfer = await svc.post("/v1/transfers", {
  body: { from_wallet: wallet.id, to_email: process.env["SVC_PAYEE"] ?? "", amount: "2.50" },
  // Your own key, so that the payment is made once even if this program restarts.
  headers: { "Idempotency-Key": "invoice-1843" },
});
const { amount, asset } = await svc.get("/v1/transfers/{id}", { params: { path: { id: transfer.id } } });
process.stdout.write(`sent ${amount} ${asset}\n`);
