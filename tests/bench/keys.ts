import { type Answer, send } from "./client.ts";
import { median, ms, percentile, progress, table, verdict } from "./print.ts";
import { startPlatform } from "./throughput.ts";

const ROUNDS = 16;
const EACH = 40;
/** Rounds that are not counted. */
const WARM_UP = 4;

interface Demo {
  readonly apiKeys: { readonly enterprise: string };
  readonly user: { readonly email: string; readonly password: string };
}

/**
 * Compares API keys with sessions: reads the same wallets alternately. A key's request also counts towards its
 * plan's limit, which is a write that the local database executes after the read.
 */
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
    const cpuMs = reads.map((): number[] => []);
    progress("wallets by session and by key");
    for (let round = 0; round < WARM_UP + ROUNDS; round++)
      for (const [at, [name, read]] of reads.entries()) {
        const before = platform.cpuMs();
        const these: number[] = [];
        while (these.length < EACH) {
          const startedMs = performance.now();
          const { status, body } = await read();
          if (status !== 200) throw new Error(`${name} answers ${status}: ${body}`);
          these.push(performance.now() - startedMs);
        }
        if (round < WARM_UP) continue;
        took[at]?.push(...these);
        cpuMs[at]?.push((platform.cpuMs() - before) / EACH);
      }
    const [session = 0, key = 0] = took.map(median);
    progress("");
    const times = key / session;
    table(
      `Wallets, ${ROUNDS * EACH} times, ${EACH} a round (budget: by key within 1.3x of by session at p50; here ${times.toFixed(2)}x: ${verdict(times <= 1.3)})`,
      ["", "p50", "p95", "processor time"],
      reads.map(([name], at) => [
        name,
        ...[0.5, 0.95].map((share) => ms(percentile(took[at] ?? [], share))),
        ms(median(cpuMs[at] ?? [])),
      ]),
    );
  } finally {
    await platform.stop();
  }
}
