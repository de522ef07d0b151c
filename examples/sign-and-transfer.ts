import { createClient } from "../sdk/src/index.ts";

/** A transfer, signed by the client with the key's signing secret, and found again by its id. */

const svc = createClient({
  baseUrl: process.env["SVC_URL"],
  apiKey: process.env["SVC_API_KEY"],
  signingSecret: process.env["SVC_SIGNING_SECRET"],
});

const [wallet] = await svc.list("/v1/wallets", { asset: "EUR" }).all();
if (!wallet) throw new Error("there is no wallet for EUR");
const transfer = await svc.post("/v1/transfers", {
  body: { from_wallet: wallet.id, to_email: process.env["SVC_PAYEE"] ?? "", amount: "2.50" },
  // Of your own, so that the payment is made once, whatever becomes of this program.
  headers: { "Idempotency-Key": "invoice-1843" },
});
const { amount, asset } = await svc.get("/v1/transfers/{id}", { params: { path: { id: transfer.id } } });
process.stdout.write(`sent ${amount} ${asset}\n`);
