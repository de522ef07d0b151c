import { randomUUID } from "node:crypto";
import { type Account, openAccount, send, transfer } from "./client.ts";
import { ms, percentile, progress, table } from "./print.ts";
import { startPlatform } from "./throughput.ts";

/** Measures the latency of staking over HTTP against `npm start` in a separate process, with its data on disk. */

const CLIENTS = 16;
const ROUNDS = 30;

interface Staker extends Pick<Account, "authorization" | "walletId"> {
  readonly positions: string[];
}

/** Registers a user with enough of the platform's token for all rounds. */
async function openStaker(url: string): Promise<Staker> {
  const { authorization } = await openAccount(url);
  const opened = await send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol: "YANI" });
  const { wallet } = JSON.parse(opened.body) as { wallet: { id: string } };
  const staker = { authorization, walletId: wallet.id, positions: [] };
  await transfer(url, staker, "DEPOSIT", 1_000_000);
  return staker;
}

type Verb = "stake" | "claim" | "unstake";

/** Request bodies by verb. Each round claims or unstakes another position of the staker. */
const bodies: Readonly<Record<Verb, (staker: Staker, round: number) => object>> = {
  stake: () => ({ poolId: "flexible", amount: "100" }),
  claim: ({ positions }, round) => ({ positionId: positions[round] }),
  unstake: ({ positions }, round) => ({ positionId: positions[round], amount: "100" }),
};

/** Sends one verb from all stakers in parallel, one request at a time for each staker. */
async function measure(url: string, stakers: readonly Staker[], verb: Verb): Promise<(string | number)[]> {
  const latenciesMs: number[] = [];
  let failures = 0;
  const startedMs = performance.now();
  await Promise.all(
    stakers.map(async (staker) => {
      for (let round = 0; round < ROUNDS; round++) {
        const headers = { authorization: staker.authorization, "idempotency-key": randomUUID() };
        const sentMs = performance.now();
        const answer = await send(
          `${url}/api/defi/staking/${verb}`,
          "POST",
          headers,
          bodies[verb](staker, round),
        );
        latenciesMs.push(performance.now() - sentMs);
        if (answer.status !== 200) failures++;
        else if (verb === "stake")
          staker.positions.push((JSON.parse(answer.body) as { position: { id: string } }).position.id);
      }
    }),
  );
  const perSecond = latenciesMs.length / ((performance.now() - startedMs) / 1000);
  return [
    `${verb}, ${stakers.length === 1 ? "1 client" : `${stakers.length} clients`}`,
    perSecond.toFixed(0),
    ms(percentile(latenciesMs, 0.5)),
    ms(percentile(latenciesMs, 0.99)),
    failures,
  ];
}

export async function staking(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform();
  const { url } = platform;
  const rows: (string | number)[][] = [];
  try {
    const warm = await openStaker(url);
    for (const verb of ["stake", "claim", "unstake"] as const) await measure(url, [warm], verb);
    for (const clients of [1, CLIENTS]) {
      progress(`opening ${clients} accounts`);
      const stakers: Staker[] = [];
      while (stakers.length < clients) stakers.push(await openStaker(url));
      progress("stakes, claims and unstakes");
      rows.push(await measure(url, stakers, "stake"));
      // Lets rewards accrue, while sessions remain valid.
      await send(`${url}/_local/clock`, "POST", {}, { advanceSeconds: 300 });
      rows.push(await measure(url, stakers, "claim"), await measure(url, stakers, "unstake"));
    }
  } finally {
    progress("");
    await platform.stop();
  }
  table(
    "Staking over HTTP on the local runtime, a wallet for each client",
    ["", "per second", "p50", "p99", "failures"],
    rows,
  );
}
