import { queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import type { Point } from "../ui/chart.tsx";

/**
 * The worth of all wallets on each of the last days: today's balances, walked back over the movements, at the closing prices
 * of each day. The API has balances and prices, and no series of both.
 */

export const DAYS = 30;

/** Pages of movements that are read. A busier account has a shorter series. */
const MAX_PAGES = 6;
const PAGE = 100;

type Transaction = Schemas["MobileTransaction"];

/** Movements between available and held money, which leave the balance as it is. */
const WITHIN = new Set<Transaction["type"]>(["hold", "release", "stake", "unstake"]);

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns the last days, oldest first, today last. */
function lastDays(now: Date): readonly string[] {
  return Array.from({ length: DAYS + 1 }, (_, index) => {
    const date = new Date(now);
    date.setUTCDate(date.getUTCDate() - (DAYS - index));
    return dayOf(date);
  });
}

interface Moved {
  readonly movements: readonly Transaction[];
  /** The first day that is complete. */
  readonly since: string;
}

async function movedSince(from: string): Promise<Moved> {
  let cursor: string | null = "";
  const movements: Transaction[] = [];
  for (let page = 0; page < MAX_PAGES && cursor !== null; page += 1) {
    const query = { from: `${from}T00:00:00.000Z`, limit: PAGE, ...(cursor && { cursor }) };
    const read: { transactions: Transaction[]; nextCursor: string | null } = await dataOf(
      client.GET("/api/v1/mobile/wallet/transactions", { params: { query } }),
    );
    movements.push(...read.transactions);
    cursor = read.nextCursor;
  }
  const oldest = movements.at(-1)?.createdAt.slice(0, 10);
  return { movements, since: cursor === null ? from : (oldest ?? from) };
}

/** Returns the closing prices of an asset in US dollars by day. */
async function closes(symbol: string, from: string): Promise<ReadonlyMap<string, number>> {
  const query = { interval: "1d", from } as const;
  const { data } = await dataOf(
    client.GET("/api/defi/prices/{symbol}/history", { params: { path: { symbol }, query } }),
  );
  return new Map(data.map(({ timestamp, close }) => [timestamp.slice(0, 10), Number(close)]));
}

const changeOf = ({ type, status, direction, amount, accountId }: Transaction): number => {
  // A rejected withdrawal was held and released; a returned one has a row of its own.
  if (accountId === null || WITHIN.has(type) || (status !== "completed" && status !== "refunded")) return 0;
  return direction === "in" ? amount : -amount;
};

/** Returns an asset's balance at the end of each day, newest first. */
function balancesBack(now: number, movements: readonly Transaction[], days: readonly string[]) {
  let balance = now;
  const back = new Map<string, number>();
  let index = 0;
  for (const day of days.toReversed()) {
    for (; index < movements.length; index += 1) {
      const one = movements[index];
      if (!one || one.createdAt.slice(0, 10) <= day) break;
      balance -= changeOf(one);
    }
    back.set(day, Math.max(0, balance));
  }
  return back;
}

type Wallets = readonly Schemas["DefiWallet"][];

async function series(wallets: Wallets, totalNow: number): Promise<readonly Point[]> {
  const days = lastDays(new Date());
  const [first = ""] = days;
  const held = wallets.filter(({ balance, asset }) => balance > 0 && asset.symbol !== "EUR");
  const [{ movements, since }, euro, prices] = await Promise.all([
    movedSince(first),
    closes("EUR", first),
    Promise.all(held.map(async ({ asset }) => [asset.symbol, await closes(asset.symbol, first)] as const)),
  ]);
  const priceOf = new Map(prices);
  const shown = days.filter((day) => day >= since);
  const values = new Map(shown.map((day) => [day, 0]));
  for (const { asset, balance, price } of wallets) {
    const own = movements.filter(({ currency }) => currency === asset.symbol);
    for (const [day, units] of balancesBack(balance, own, shown)) {
      const dollars = asset.symbol === "USD" ? 1 : priceOf.get(asset.symbol)?.get(day);
      const rate = euro.get(day);
      const worth = asset.symbol === "EUR" ? 1 : dollars && rate ? dollars / rate : price.eur;
      values.set(day, (values.get(day) ?? 0) + units * worth);
    }
  }
  const today = shown.at(-1);
  return shown.map((day) => ({
    day,
    value: day === today ? totalNow : Math.round((values.get(day) ?? 0) * 100) / 100,
  }));
}

export const balanceHistoryQuery = (wallets: Wallets, totalNow: number) =>
  queryOptions({
    queryKey: ["money", "balance-history", wallets.map(({ id, balance }) => `${id}:${balance}`)],
    queryFn: () => series(wallets, totalNow),
    staleTime: 60_000,
  });
