import { randomUUID } from "node:crypto";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { type Runtime, start } from "../../local/runtime.ts";
import { type Answer, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { ms, table } from "./print.ts";

/** What each endpoint costs at the table: calls, round trips in sequence, consumed capacity. */

/** Calls that overlap in time are one round trip. */
export function roundTrips(usages: readonly Table.Usage[]): number {
  let trips = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const usage of [...usages].sort((a, b) => a.startedMs - b.startedMs)) {
    if (usage.startedMs >= endMs) trips++;
    endMs = Math.max(endMs, usage.endedMs);
  }
  return trips;
}

type Measure = (name: string, call: () => Promise<Answer>) => Promise<void>;

const field = <T>(answer: Answer, pick: (body: T) => string): string => pick(JSON.parse(answer.body) as T);

/** What a user of defi calls with. */
interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
}

const clientOf = (url: string, authorization: string): Client => ({
  get: (path) => send(`${url}/api/defi/${path}`, "GET", { authorization }),
  post: (path, body) =>
    send(`${url}/api/defi/${path}`, "POST", { authorization, "idempotency-key": randomUUID() }, body),
});

async function exchange({ get, post }: Client, measure: Measure): Promise<void> {
  const native = Assets.native.symbol;
  let answer: Answer = { status: 0, body: "{}" };
  const kept = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.dex.pairs", () => get("dex/pairs"));
  await measure("defi.dex.quote", () => get("dex/quote?tokenIn=USDC&tokenOut=BTC&amountIn=100"));
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const swap = (tokenOut: string) =>
    post("dex/swap", { tokenIn: "USDC", tokenOut, amountIn: "100", minAmountOut: "0", deadline });
  await measure("defi.dex.swap, which opens a wallet", () => swap("BTC"));
  await measure("defi.dex.swap, one pool", () => swap("BTC"));
  const { pairs } = JSON.parse((await get("dex/pairs")).body) as { pairs: { id: string; price: string }[] };
  const pairId = `${native}-USDC`;
  const amount1 = (1000 * Number(pairs.find(({ id }) => id === pairId)?.price ?? 0)).toFixed(6);
  await measure("defi.dex.liquidity.add", () =>
    kept(post("dex/liquidity/add", { pairId, amount0: "1000", amount1, slippage: "5" })),
  );
  const positionId = field<{ position?: { id: string } }>(answer, (body) => body.position?.id ?? "none");
  await measure("defi.dex.liquidity.positions", () => get("dex/liquidity/positions"));
  await measure("defi.dex.liquidity.remove", () =>
    post("dex/liquidity/remove", { positionId, lpTokens: "0.0001", minAmount0: "0", minAmount1: "0" }),
  );
}

async function staking({ get, post }: Client, { advance }: Runtime, measure: Measure): Promise<void> {
  let answer: Answer = { status: 0, body: "{}" };
  const kept = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.staking.pools", () => get("staking/pools"));
  await measure("defi.staking.stake", () =>
    kept(post("staking/stake", { poolId: "flexible", amount: "1000" })),
  );
  const stakeId = field<{ position?: { id: string } }>(answer, (body) => body.position?.id ?? "none");
  await measure("defi.staking.positions", () => get("staking/positions"));
  await advance(3600);
  await measure("defi.staking.claim", () => post("staking/claim", { positionId: stakeId }));
  await measure("defi.staking.unstake", () =>
    post("staking/unstake", { positionId: stakeId, amount: "500" }),
  );
}

async function prices({ get }: Client, measure: Measure): Promise<void> {
  await measure("defi.prices.list", () => get("prices"));
  await measure("defi.prices.read", () => get("prices/BTC"));
  await measure("defi.prices.history, 100 candles of an hour", () => get("prices/BTC/history?interval=1h"));
}

async function governance({ get, post }: Client, { url, advance }: Runtime, measure: Measure): Promise<void> {
  let answer: Answer = { status: 0, body: "{}" };
  const kept = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.governance.voting-power", () => get("governance/voting-power"));
  await measure("defi.governance.proposals.create", () =>
    kept(
      post("governance/proposals", {
        title: "Benchmark",
        description: "What it costs",
        category: "protocol",
        actions: [],
      }),
    ),
  );
  const proposalId = field<{ id?: string }>(answer, (body) => body.id ?? "none");
  await measure("defi.governance.proposals.list", () => get("governance/proposals"));
  await measure("defi.governance.proposals.read", () => get(`governance/proposals/${proposalId}`));
  await advance(2 * 86_400 + 60);
  // A token lives a day: the voter is another account.
  const voter = await openAccount(url);
  await measure("defi.governance.proposals.vote", () =>
    send(
      `${url}/api/defi/governance/proposals/${proposalId}/vote`,
      "POST",
      { authorization: voter.authorization, "idempotency-key": randomUUID() },
      { voteType: "for" },
    ),
  );
}

/** Every route of the exchange, of staking, prices and governance. */
async function defi(runtime: Runtime, measure: Measure): Promise<void> {
  const { url } = runtime;
  const { authorization } = await openAccount(url);
  const client = clientOf(url, authorization);
  for (const [assetSymbol, amount] of [
    [Assets.native.symbol, 2_000_000],
    ["USDC", 100_000],
  ] as const) {
    const opened = await client.post("wallets", { assetSymbol });
    const walletId = field<{ wallet: { id: string } }>(opened, ({ wallet }) => wallet.id);
    await transfer(url, { authorization, walletId }, "DEPOSIT", amount);
  }
  await exchange(client, measure);
  await staking(client, runtime, measure);
  await prices(client, measure);
  await governance(client, runtime, measure);
}

/** Signing in, and the routes of wallets. */
async function accounts({ url }: Runtime, measure: Measure): Promise<void> {
  const account = await openAccount(url);
  const { authorization, walletId } = account;
  const email = `${randomUUID()}@example.com`;
  const from = () => ({ "x-forwarded-for": someAddress() });
  await measure("auth.register", () =>
    send(`${url}/api/auth/register`, "POST", from(), { name: "Bench", email, password: PASSWORD }),
  );
  let refreshToken = "";
  await measure("auth.signin", async () => {
    const answer = await send(`${url}/api/auth/signin`, "POST", from(), { email, password: PASSWORD });
    ({ refreshToken } = JSON.parse(answer.body) as { refreshToken: string });
    return answer;
  });
  await measure("auth.refresh", () => send(`${url}/api/auth/refresh`, "POST", from(), { refreshToken }));
  await measure("auth.me", () => send(`${url}/api/auth/me`, "GET", { authorization }));
  await measure("auth.session", () => send(`${url}/api/auth/session`, "GET", { authorization }));
  await measure("defi.wallets.create", () =>
    send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol: "BTC" }),
  );
  await measure("defi.wallets.list", () => send(`${url}/api/defi/wallets`, "GET", { authorization }));
  await measure("defi.wallets.read", () =>
    send(`${url}/api/defi/wallets/${walletId}`, "GET", { authorization }),
  );
  await measure("defi.wallets.adjust", () => transfer(url, account, "DEPOSIT", 1));
  const repeated = { authorization, "idempotency-key": "again" };
  const again = () =>
    send(`${url}/api/defi/wallets/${walletId}`, "PUT", repeated, {
      operation: "DEPOSIT",
      amount: 1,
      reason: "benchmark",
    });
  await again();
  await measure("defi.wallets.adjust, replayed", again);
}

export async function costs(): Promise<void> {
  // Without schedules and consumers: what they do at the table would be counted too.
  const runtime = await start({ providers: false, consumers: [] });
  const rows: (string | number)[][] = [];

  const measure = async (name: string, call: () => Promise<Answer>) => {
    const usages: Table.Usage[] = [];
    Table.observe((usage) => usages.push(usage));
    const startedMs = performance.now();
    const { status } = await call();
    const tookMs = performance.now() - startedMs;
    Table.observe(undefined);
    const units = usages.reduce((sum, usage) => sum + usage.capacityUnits, 0);
    rows.push([name, status, roundTrips(usages), usages.length, units, ms(tookMs)]);
  };

  try {
    await accounts(runtime, measure);
    await defi(runtime, measure);
  } finally {
    await runtime.stop();
  }
  table(
    "At the table, per request (budget: 1 round trip for an authenticated read, 2 for a money write, where token and path say the key)",
    ["endpoint", "status", "round trips", "calls", "capacity units", "first call"],
    rows,
  );
}
