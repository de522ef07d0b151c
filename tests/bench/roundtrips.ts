import { randomUUID } from "node:crypto";
import { routes } from "../../contract/index.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { type Runtime, start } from "../../local/runtime.ts";
import { sign } from "../../sdk/src/signing.ts";
import { budgetOf, routeOf } from "./budgets.ts";
import { type Answer, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { ms, table } from "./print.ts";
import { measureEveryRoute } from "./trips/every-route.ts";
import { reasonNotMeasured } from "./trips/fixtures.ts";
import { type Cost, Recorder } from "./trips/recorder.ts";

/** Measures the table costs of endpoints on a warm function: calls, sequential round trips, consumed capacity. */

type Measure = (name: string, call: () => Promise<Answer>) => Promise<void>;

const field = <T>(answer: Answer, pick: (body: T) => string): string => pick(JSON.parse(answer.body) as T);

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
  const remember = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.dex.pairs", () => get("dex/pairs"));
  await measure("defi.dex.pairs, again within a second", () => get("dex/pairs"));
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
    remember(post("dex/liquidity/add", { pairId, amount0: "1000", amount1, slippage: "5" })),
  );
  const positionId = field<{ position?: { id: string } }>(answer, (body) => body.position?.id ?? "none");
  await measure("defi.dex.liquidity.positions", () => get("dex/liquidity/positions"));
  await measure("defi.dex.liquidity.remove", () =>
    post("dex/liquidity/remove", { positionId, lpTokens: "0.0001", minAmount0: "0", minAmount1: "0" }),
  );
}

async function staking({ get, post }: Client, { advance }: Runtime, measure: Measure): Promise<void> {
  let answer: Answer = { status: 0, body: "{}" };
  const remember = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.staking.pools", () => get("staking/pools"));
  await measure("defi.staking.pools, again within a second", () => get("staking/pools"));
  await measure("defi.staking.stake", () =>
    remember(post("staking/stake", { poolId: "flexible", amount: "1000" })),
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
  const remember = (call: Promise<Answer>) => call.then((result) => (answer = result));
  await measure("defi.governance.treasury", () => get("governance/treasury"));
  await measure("defi.governance.treasury, again within 5 seconds", () => get("governance/treasury"));
  await measure("defi.governance.voting-power", () => get("governance/voting-power"));
  await measure("defi.governance.proposals.create", () =>
    remember(
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
  const email = `${randomUUID()}@example.com`;
  const credentials = { email, password: PASSWORD };
  const from = () => ({ "x-forwarded-for": someAddress() });
  const registered = await send(`${url}/api/auth/register`, "POST", from(), {
    name: "Voter",
    ...credentials,
  });
  const voter = { authorization: `Bearer ${field<{ token: string }>(registered, (body) => body.token)}` };
  const { symbol: assetSymbol } = Assets.native;
  const opened = await send(`${url}/api/defi/wallets`, "POST", voter, { assetSymbol });
  const walletId = field<{ wallet: { id: string } }>(opened, ({ wallet }) => wallet.id);
  await transfer(url, { ...voter, walletId }, "DEPOSIT", 1000);
  await advance(2 * 86_400 + 60);
  // The first access token has expired, because it is valid for a day.
  const again = await send(`${url}/api/auth/signin`, "POST", from(), credentials);
  const authorization = `Bearer ${field<{ token: string }>(again, (body) => body.token)}`;
  await measure("defi.governance.proposals.vote", () =>
    send(
      `${url}/api/defi/governance/proposals/${proposalId}/vote`,
      "POST",
      { authorization, "idempotency-key": randomUUID() },
      { voteType: "for" },
    ),
  );
}

/** Measures the routes of exchange, staking, prices and governance. */
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

/** Measures sign-in and the wallet routes. */
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

/** Measures the public API with a live key that was used recently. */
async function publicApi({ url }: Runtime, measure: Measure): Promise<void> {
  const [{ authorization, walletId }, friend] = [await openAccount(url), await openAccount(url)];
  const made = await send(`${url}/api/keys`, "POST", { authorization }, { name: "Bench", scopes: ["*"] });
  const { secret, signingSecret } = JSON.parse(made.body) as { secret: string; signingSecret: string };
  const headers = { authorization: `Bearer ${secret}` };
  const get = (path: string) => send(`${url}${path}`, "GET", headers);
  const post = async (path: string, body: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = await sign(signingSecret, { method: "POST", path, body: bytes, timestamp });
    return send(`${url}${path}`, "POST", { ...headers, ...signed, "idempotency-key": randomUUID() }, body);
  };
  await get("/v1/wallets");
  await measure("public.wallets.list", () => get("/v1/wallets"));
  await measure("public.wallets.read", () => get(`/v1/wallets/${walletId}`));
  await measure("public.wallets.create", () => post("/v1/wallets", { asset: "USDC" }));
  await measure("public.portfolio.read", () => get("/v1/portfolio"));
  const quote = "/v1/exchange/quotes?asset_in=USDC&asset_out=BTC&amount_in=100";
  await measure("public.exchange.quotes", () => get(quote));
  let sent: Answer = { status: 0, body: "{}" };
  const order = { from_wallet: walletId, to_wallet: friend.walletId, amount: "1.00" };
  await post("/v1/transfers", { ...order, amount: "2.00" });
  await measure("public.transfers.create", async () => {
    sent = await post("/v1/transfers", order);
    return sent;
  });
  const id = field<{ id?: string }>(sent, (body) => body.id ?? "none");
  await measure("public.transfers.read", () => get(`/v1/transfers/${id}`));
}

/** Measures the mobile API with a session that was used recently. */
async function mobile({ url }: Runtime, measure: Measure): Promise<void> {
  const friend = await openAccount(url);
  const email = `${randomUUID()}@example.com`;
  const device = {
    deviceId: randomUUID(),
    deviceInfo: { platform: "ios", model: "Bench", osVersion: "1", appVersion: "1" },
  };
  const registered = await send(
    `${url}/api/auth/register`,
    "POST",
    { "x-forwarded-for": someAddress() },
    { name: "Bench", email, password: PASSWORD },
  );
  const { token } = JSON.parse(registered.body) as { token: string };
  const web = { authorization: `Bearer ${token}` };
  const opened = await send(`${url}/api/defi/wallets`, "POST", web, { assetSymbol: "EUR" });
  const walletId = field<{ wallet: { id: string } }>(opened, ({ wallet }) => wallet.id);
  await transfer(url, { ...web, walletId }, "DEPOSIT", 1000);
  const from = { "x-forwarded-for": someAddress() };
  const login = { email, password: PASSWORD, ...device };
  const signedIn = await send(`${url}/api/v1/mobile/auth/login`, "POST", from, login);
  const { accessToken } = JSON.parse(signedIn.body) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const get = (path: string) => send(`${url}/api/v1/mobile${path}`, "GET", headers);
  await get("/user/profile");
  await measure("mobile.user.profile.read", () => get("/user/profile"));
  await measure("mobile.wallet.accounts", () => get("/wallet/accounts"));
  await measure("mobile.wallet.balance", () => get("/wallet/balance"));
  await measure("mobile.wallet.transactions", () => get("/wallet/transactions"));
  const order = { amount: 1, currency: "EUR", description: "Lunch" };
  await measure("mobile.wallet.transfer", () =>
    send(
      `${url}/api/v1/mobile/wallet/transfer`,
      "POST",
      { ...headers, "idempotency-key": randomUUID() },
      { fromAccountId: walletId, toAccountId: friend.walletId, ...order },
    ),
  );
  const charge = () =>
    send(
      `${url}/api/payments`,
      "POST",
      { ...web, "idempotency-key": randomUUID() },
      { amount: 1000, paymentMethodId: "pm_card_visa" },
    );
  await measure("payments.create, by a new customer of the provider", charge);
  await measure("payments.create", charge);
  await measure("payments.transactions", () => send(`${url}/api/payments/transactions`, "GET", web));
}

/** Measures the routes that need several requests or a setup. */
async function measureWalk(runtime: Runtime, measure: Measure): Promise<void> {
  await accounts(runtime, measure);
  await publicApi(runtime, measure);
  await mobile(runtime, measure);
  await defi(runtime, measure);
}

/** Measures the requests of the walk and, with `every`, all other routes. */
export async function measureRoutes({ every = false } = {}): Promise<Cost[]> {
  // Without schedules and consumers, whose table calls would be counted too.
  const runtime = await start({ providers: false, consumers: [] });
  const recorder = new Recorder();
  const found: Cost[] = [];
  try {
    await measureWalk(runtime, async (name, call) => {
      found.push(await recorder.cost(name, call));
    });
    const known = new Set(found.map(({ name }) => routeOf(name)));
    return every ? [...found, ...(await measureEveryRoute(runtime, recorder, known))] : found;
  } finally {
    await runtime.stop();
  }
}

/**
 * `npm run bench -- roundtrips`: every route with its budget, those that exceed it first, and those that are
 * not measured.
 */
export async function roundtrips(): Promise<void> {
  const all = await measureRoutes({ every: true });
  const rows = all
    .map((cost) => ({ ...cost, ...budgetOf(cost.name) }))
    .sort((a, b) => b.roundTrips - b.trips - (a.roundTrips - a.trips) || b.roundTrips - a.roundTrips)
    .map(({ name, status, roundTrips, trips, providerTrips, calls, capacityUnits, tookMs, why }) => [
      ...[name, status, roundTrips, trips, roundTrips > trips ? "OVER" : roundTrips < trips ? "under" : ""],
      ...[providerTrips || "", calls, capacityUnits, ms(tookMs), why ?? ""],
    ]);
  table(
    "At the table, per request, round trips in sequence (budget of the design: 1 for an authenticated read, 2 for a money write, where token and path say the key)",
    [
      "endpoint",
      "status",
      "trips",
      "budget",
      "",
      "at the provider",
      "calls",
      "units",
      "took",
      "why more than the design's",
    ],
    rows,
  );
  const silent = routes.flatMap((spec) => {
    const why = reasonNotMeasured(spec);
    return why === undefined || all.some(({ name }) => routeOf(name) === spec.id) ? [] : [[spec.id, why]];
  });
  table("Not measured", ["endpoint", "why"], silent);
}
