import { createClient, isSvcError } from "../sdk/src/index.ts";
import { baseUrl, run } from "./setup.ts";

/** Opens a wallet, and lists all wallets. */

await run(["SVC_API_KEY"], async ({ SVC_API_KEY: apiKey }) => {
  const svc = createClient({ baseUrl, apiKey });
  try {
    const { id } = await svc.post("/v1/wallets", { body: { asset: "EUR", label: "Till" } });
    print(`opened ${id}`);
  } catch (error) {
    if (!isSvcError(error, "WALLET_EXISTS")) throw error;
    print("a wallet for EUR exists already");
  }
  for await (const { asset, balance } of svc.list("/v1/wallets")) print(`${asset} ${balance}`);
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
