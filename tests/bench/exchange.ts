import { randomUUID } from "node:crypto";
import pMap from "p-map";
import { type Account, openAccount, send, someAddress, transfer } from "./client.ts";
import { progress, table } from "./print.ts";
import { load, row, startPlatform } from "./throughput.ts";

/** Measures swaps over HTTP against `npm start` in a separate process: all on one pool, and spread over all pools. */

const TRADERS = 32;

interface PairBody {
  readonly id: string;
  readonly token0: { readonly symbol: string };
  readonly token1: { readonly symbol: string };
}

/** Returns the header of a random IP address, so that rate limits do not apply. */
const from = () => ({ "x-forwarded-for": someAddress() });

const symbolsOf = ({ token0, token1 }: PairBody): readonly string[] => [token0.symbol, token1.symbol];

/** Registers a user with a funded wallet of every token. */
async function openTrader(url: string, symbols: readonly string[]): Promise<Account> {
  const account = await openAccount(url);
  const { authorization } = account;
  for (const assetSymbol of symbols) {
    const opened = await send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol });
    // A new account already has a EUR wallet.
    if (opened.status !== 200) continue;
    const { wallet } = JSON.parse(opened.body) as { wallet: { id: string } };
    await transfer(url, { authorization, walletId: wallet.id }, "DEPOSIT", 100_000);
  }
  return account;
}

/** Returns an amount that hardly changes the price, and is large enough for a nonzero result. */
const amountOf = (symbol: string): string => (symbol === "BTC" || symbol === "ETH" ? "0.001" : "5");

/** Swaps a small amount, alternating the direction. */
async function swap(
  url: string,
  { authorization }: Account,
  [base = "", quote = ""]: readonly string[],
  round: number,
): Promise<boolean> {
  const [tokenIn, tokenOut] = round % 2 ? ([base, quote] as const) : ([quote, base] as const);
  const { status } = await send(
    `${url}/api/defi/dex/swap`,
    "POST",
    { ...from(), authorization, "idempotency-key": randomUUID() },
    {
      tokenIn,
      tokenOut,
      amountIn: amountOf(tokenIn),
      minAmountOut: "0",
      deadline: new Date(Date.now() + 60_000).toISOString(),
    },
  );
  return status === 200;
}

export async function exchange(): Promise<void> {
  progress("starting the platform");
  const platform = await startPlatform();
  const { url } = platform;
  try {
    const { body } = await send(`${url}/api/defi/dex/pairs`, "GET");
    const { pairs } = JSON.parse(body) as { pairs: PairBody[] };
    const symbols = [...new Set(pairs.flatMap(symbolsOf))];
    progress("opening traders");
    const traders = await pMap(Array(TRADERS).keys(), () => openTrader(url, symbols), { concurrency: 4 });

    let round = 0;
    const trade = (pairOf: (trader: number) => PairBody | undefined) =>
      load(TRADERS, (trader) => {
        const [account, pair] = [traders[trader], pairOf(trader)];
        return account && pair ? swap(url, account, symbolsOf(pair), round++) : Promise.resolve(false);
      });
    progress("quotes");
    const quotes = await load(TRADERS, async () => {
      const query = "tokenIn=BTC&tokenOut=USDC&amountIn=0.01";
      return (await send(`${url}/api/defi/dex/quote?${query}`, "GET", from())).status === 200;
    });
    progress("swaps on one pool");
    const onOne = await trade(() => pairs[0]);
    progress("swaps over all pools");
    const onAll = await trade((trader) => pairs[trader % pairs.length]);
    progress("");
    table(
      `The exchange over HTTP on the local runtime, ${TRADERS} traders (the design has no budget for it)`,
      ["", "per second", "p50", "p95", "p99", "failures"],
      [
        row("quotes", quotes),
        row(`swaps, all on ${pairs[0]?.id}`, onOne),
        row(`swaps, over all ${pairs.length} pools`, onAll),
      ],
    );
  } finally {
    await platform.stop();
  }
}
