import { Decimal } from "decimal.js";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { Exact } from "../../../core/kernel/decimal/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import { parseWalletId } from "../../../core/ledger/accounts.ts";
import { historyLine } from "../../../core/ledger/entity.ts";
import { lineTime } from "../../../core/ledger/entry.ts";
import { type HistoryLine, historyItem } from "../../../core/ledger/schema.ts";
import { owned } from "../../../core/ledger/wallets/owned.ts";
import * as Table from "../../../core/platform/table/index.ts";
import * as Prices from "../../../core/prices/index.ts";

/** What moved in all of a user's wallets together: one list, newest first. */

/** Where a page begins: behind this line. */
export interface After {
  readonly createdAt: string;
  readonly entryId: string;
  readonly walletId: string;
}

export interface Movement {
  readonly id: string;
  readonly walletId: string;
  readonly asset: string;
  readonly type: string;
  /** In: the wallet gained. Internal: it changed its form and stayed the user's, as by a swap, liquidity or a stake. */
  readonly flow: "in" | "out" | "internal";
  /** Base units, never negative. */
  readonly amount: bigint;
  readonly from: string;
  readonly createdAt: string;
}

export interface Movements {
  readonly movements: readonly Movement[];
  readonly next: After | undefined;
}

/** The user's movements behind a line, `limit` at most. Of each wallet no more is read than a page may show. */
export async function list(
  { userId, mode }: Pick<UserActor, "userId" | "mode">,
  { limit, after }: { readonly limit: number; readonly after?: After | undefined },
): Promise<Movements> {
  const wallets = await owned({ userId, mode });
  const lines = await Promise.all(wallets.map(({ id }) => linesOf(id, limit, after)));
  const all = lines.flat().sort(order);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  return { movements: page.map(movement), next: all.length > limit && last ? last : undefined };
}

/** Newest first; the lines that one entry left in several wallets by wallet. */
const order = (a: After, b: After): number =>
  compare(b.createdAt, a.createdAt) || compare(b.entryId, a.entryId) || compare(a.walletId, b.walletId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function linesOf(walletId: string, limit: number, after: After | undefined): Promise<HistoryLine[]> {
  const query = {
    pk: historyLine.partition({ walletId }),
    ...(after && { upTo: lineTime(Date.parse(after.createdAt) + 1) }),
    newestFirst: true,
    // One more tells whether there is another page, and one may be the line that the page before ended with.
    limit: limit + 2,
  };
  const lines: HistoryLine[] = [];
  for await (const items of Table.pages(query)) {
    const more = items.map((item) => historyItem.parse(item));
    lines.push(...more.filter((line) => after === undefined || order(line, after) > 0));
    // Lines of one instant are read to their end, for their order here is that of all wallets together.
    const needed = lines[limit];
    if (needed && (more.at(-1)?.createdAt ?? "") < needed.createdAt) break;
  }
  return lines.sort(order).slice(0, limit + 1);
}

/** Kinds of movement that leave the user as rich as before, fees aside. */
const INTERNAL = /^(SWAP|LIQUIDITY|LOCK|UNLOCK|UNSTAKE)/;

function movement({ entryId, walletId, type, available, held, from, createdAt }: HistoryLine): Movement {
  const net = available + held;
  const moved = net === 0n ? available : net;
  return {
    id: entryId,
    walletId,
    asset: Assets.get((parseWalletId(walletId)?.asset ?? "").toUpperCase()).symbol,
    type,
    flow: net === 0n || INTERNAL.test(type) ? "internal" : net > 0n ? "in" : "out",
    amount: moved < 0n ? -moved : moved,
    from,
    createdAt,
  };
}

export interface AssetFlow {
  readonly asset: string;
  /** Base units of the asset. */
  readonly income: bigint;
  readonly expense: bigint;
}

export interface Statistics {
  readonly count: number;
  readonly incomeCount: number;
  readonly expenseCount: number;
  readonly internalCount: number;
  readonly perAsset: readonly AssetFlow[];
  /** In euros, at the prices of now, rounded down to cents. */
  readonly incomeEur: string;
  readonly expenseEur: string;
  readonly netEur: string;
  /** Income by expense, two decimals; undefined where nothing was spent. */
  readonly ratio: string | undefined;
  readonly trend: "positive" | "negative" | "stable";
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What movements come to. @throws SERVICE_UNAVAILABLE before the first price is known */
export async function statistics(movements: readonly Movement[]): Promise<Statistics> {
  const prices = await Prices.snapshot();
  const flows = new Map<string, { income: bigint; expense: bigint }>();
  const counts = { in: 0, out: 0, internal: 0 };
  for (const { asset, flow, amount } of movements) {
    counts[flow]++;
    const sums = flows.get(asset) ?? { income: 0n, expense: 0n };
    if (flow === "in") sums.income += amount;
    if (flow === "out") sums.expense += amount;
    flows.set(asset, sums);
  }
  const perAsset = [...flows]
    .map(([asset, sums]) => ({ asset, ...sums }))
    .sort((a, b) => compare(a.asset, b.asset));
  const inEuros = (of: (flow: AssetFlow) => bigint) =>
    perAsset.reduce((sum, flow) => {
      const price = prices.get(flow.asset)?.eur ?? 0;
      return sum.plus(new Exact(Money.format(of(flow), Assets.get(flow.asset).decimals)).times(price));
    }, new Exact(0));
  const [income, expense] = [inEuros((flow) => flow.income), inEuros((flow) => flow.expense)];
  const net = income.minus(expense);
  return {
    count: movements.length,
    incomeCount: counts.in,
    expenseCount: counts.out,
    internalCount: counts.internal,
    perAsset,
    incomeEur: income.toFixed(2, Decimal.ROUND_DOWN),
    expenseEur: expense.toFixed(2, Decimal.ROUND_DOWN),
    netEur: net.toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(2),
    ratio: expense.isZero() ? undefined : income.div(expense).toFixed(2, Decimal.ROUND_DOWN),
    trend: net.abs().lt("0.01") ? "stable" : net.isPositive() ? "positive" : "negative",
    from: movements.at(-1)?.createdAt,
    to: movements[0]?.createdAt,
  };
}
