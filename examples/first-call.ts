import { createClient, isSvcError } from "../sdk/src/index.ts";

/** The first call: opens a wallet and lists all wallets. */

const svc = createClient({ baseUrl: process.env["SVC_URL"], apiKey: process.env["SVC_API_KEY"] });

try {
  const { id } = await svc.post("/v1/wallets", { body: { asset: "EUR", label: "Till" } });
  print(`opened ${id}`);
} catch (error) {
  if (!isSvcError(error, "WALLET_EXISTS")) throw error;
  print("a wallet for EUR exists already");
}
for await (const { asset, balance } of svc.list("/v1/wallets")) print(`${asset} ${balance}`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
