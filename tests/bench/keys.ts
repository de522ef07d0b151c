import { type Answer, send } from "./client.ts";
import { ms, percentile, progress, table } from "./print.ts";
import { startPlatform } from "./throughput.ts";

const ROUNDS = 400;
const WARM_UP = 100;

interface Demo {
  readonly apiKeys: { readonly enterprise: string };
  readonly user: { readonly email: string; readonly password: string };
}

/** What a key costs beside a session: the same wallets, read by turns. */
export async function keys(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform();
  const { url } = platform;
  try {
    const { apiKeys, user } = JSON.parse((await send(`${url}/_local/seed`, "GET")).body) as Demo;
    const { token } = JSON.parse((await send(`${url}/api/auth/signin`, "POST", {}, user)).body) as {
      token: string;
    };
    const bearer = { authorization: `Bearer ${token}` };
    const reads: readonly (readonly [string, () => Promise<Answer>])[] = [
      ["by session, /api/defi/wallets", () => send(`${url}/api/defi/wallets`, "GET", bearer)],
      ["by key, /v1/wallets", () => send(`${url}/v1/wallets`, "GET", { "x-api-key": apiKeys.enterprise })],
    ];
    for (const asset of ["EUR", "BTC", "USDC"])
      await send(`${url}/api/defi/wallets`, "POST", bearer, { assetSymbol: asset });
    const took = reads.map((): number[] => []);
    progress("wallets by session and by key");
    for (let round = 0; round < WARM_UP + ROUNDS; round++)
      for (const [at, [name, read]] of reads.entries()) {
        const startedMs = performance.now();
        const { status, body } = await read();
        if (status !== 200) throw new Error(`${name} answers ${status}: ${body}`);
        if (round >= WARM_UP) took[at]?.push(performance.now() - startedMs);
      }
    const [session = 0, key = 0] = took.map((all) => percentile(all, 0.5));
    progress("");
    table(
      `Wallets, ${ROUNDS} times by turns (budget: by key within 1.3x of by session at p50; here ${(key / session).toFixed(2)}x)`,
      ["", "p50", "p95"],
      reads.map(([name], at) => [name, ...[0.5, 0.95].map((share) => ms(percentile(took[at] ?? [], share)))]),
    );
  } finally {
    await platform.stop();
  }
}
