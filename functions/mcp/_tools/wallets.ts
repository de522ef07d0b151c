import * as z from "zod";
import { amount, timestamp } from "../../../contract/common.ts";
import { create as createRoute } from "../../../contract/defi/wallets.ts";
import * as Assets from "../../../core/assets/index.ts";
import { MAX_TRANSACTIONS, walletTypeOf } from "../../../core/mcp/config.ts";
import * as Movements from "../../../core/mcp/movements.ts";
import * as Money from "../../../core/money/index.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import type { Portfolio, ValuedWallet, Wallet } from "../../../core/wallets/schema.ts";
import { invalidCursor } from "../_paging.ts";
import { own, personal, type Tool, writing } from "./tool.ts";

/** Wallets and what moves in them. Amounts are decimal strings in whole units. */

const eur = amount.meta({ description: "Euro" });
const usd = amount.meta({ description: "US dollars" });

const balances = {
  balance: amount.meta({ description: "available plus held" }),
  available: amount,
  held: amount.meta({ description: "Set aside: staked, or held for a payment" }),
};

const shownWallet = z.object({
  id: z.string(),
  type: z
    .string()
    .meta({ description: "EUROS, the platform token's type, BITCOIN, otherwise the asset's symbol" }),
  asset: z.string(),
  name: z.string(),
  network: z.string(),
  publicAddress: z.string().meta({ description: "Empty as long as none was given" }),
  ...balances,
  valueEur: eur,
  valueUsd: usd,
  priceUsd: usd,
  change24h: z.string().meta({ description: "Percent, of the price in US dollars" }),
  createdAt: timestamp,
});

const formatted = ({ asset, available, held }: Pick<Wallet, "asset" | "available" | "held">) => ({
  balance: Money.format(available + held, asset.decimals),
  available: Money.format(available, asset.decimals),
  held: Money.format(held, asset.decimals),
});

const view = (wallet: ValuedWallet): z.input<typeof shownWallet> => ({
  id: wallet.id,
  type: walletTypeOf(wallet.asset.symbol),
  asset: wallet.asset.symbol,
  name: wallet.asset.name,
  network: wallet.asset.network,
  publicAddress: wallet.publicAddress,
  ...formatted(wallet),
  valueEur: wallet.value.eur.toFixed(2),
  valueUsd: wallet.value.usd.toFixed(2),
  priceUsd: wallet.price.usd.toSignificantDigits(12).toFixed(),
  change24h: wallet.price.change24h.toFixed(2),
  createdAt: wallet.createdAt,
});

/** What a user has of one asset, however many wallets. */
function heldOf({ wallets }: Portfolio, symbol: string) {
  const asset = Assets.get(symbol);
  const those = wallets.filter((wallet) => wallet.asset.symbol === symbol);
  const sum = (of: (wallet: ValuedWallet) => bigint) => those.reduce((total, one) => total + of(one), 0n);
  return formatted({ asset, available: sum((one) => one.available), held: sum((one) => one.held) });
}

const getBalance = personal({
  name: "svc_get_balance",
  title: "Get balance",
  description:
    "What a person has: euros (available, held, savings, total), every wallet with its value, and the worth of all of them in euros and US dollars. " +
    "The platform has no savings wallets yet, so savings is 0.",
  input: z.strictObject({}),
  output: z.object({
    euros: z.object({
      available: eur,
      held: eur,
      savings: eur,
      total: eur.meta({ description: "available plus held plus savings" }),
    }),
    portfolio: z.object({ totalEur: eur, totalUsd: usd }),
    wallets: z.array(shownWallet).meta({ description: "The oldest first" }),
  }),
  run: async (person) => {
    const portfolio = await Wallets.list(person);
    const { balance, available, held } = heldOf(portfolio, "EUR");
    return {
      euros: { available, held, savings: "0", total: balance },
      portfolio: { totalEur: portfolio.total.eur.toFixed(2), totalUsd: portfolio.total.usd.toFixed(2) },
      wallets: portfolio.wallets.map(view),
    };
  },
});

const MONEY_OF_STATES = new Set(["EUR", "USD"]);

const getCryptoWallets = personal({
  name: "svc_get_crypto_wallets",
  title: "Get crypto wallets",
  description:
    "A person's wallets of crypto-assets with balance, price and value, how many there are, and what they are worth together.",
  input: z.strictObject({}),
  output: z.object({
    wallets: z.array(shownWallet),
    assetCount: z.int(),
    totalUsd: usd,
    totalEur: eur,
  }),
  run: async (person) => {
    const { wallets } = await Wallets.list(person);
    const crypto = wallets.filter(({ asset }) => !MONEY_OF_STATES.has(asset.symbol));
    const total = (unit: "usd" | "eur") =>
      crypto
        .reduce((sum, { value }) => sum.plus(value[unit]), crypto[0]?.value[unit].times(0) ?? ZERO)
        .toFixed(2);
    return {
      wallets: crypto.map(view),
      assetCount: crypto.length,
      totalUsd: total("usd"),
      totalEur: total("eur"),
    };
  },
});

const ZERO = Money.toDecimal(0n, 0);

const movement = z.object({
  id: z.string(),
  walletId: z.string(),
  asset: z.string(),
  type: z
    .string()
    .meta({ description: "DEPOSIT, WITHDRAWAL, SWAP_OUT, STAKE …: a kind of movement and its direction" }),
  flow: z.enum(["in", "out", "internal"]).meta({
    description: "Internal: it changed its form and stayed the person's, as by a swap, liquidity or a stake",
  }),
  amount: amount.meta({ description: "Never negative" }),
  from: z.string().meta({ description: "The wallet, or the platform's account, that it came from" }),
  timestamp,
});

const moved = ({ createdAt, amount: units, ...one }: Movements.Movement): z.input<typeof movement> => ({
  ...one,
  amount: Money.format(units, Assets.get(one.asset).decimals),
  timestamp: createdAt,
});

const statistics = z.object({
  count: z.int(),
  incomeCount: z.int(),
  expenseCount: z.int(),
  internalCount: z.int(),
  perAsset: z.array(z.object({ asset: z.string(), income: amount, expense: amount })),
  incomeEur: eur.meta({ description: "At the prices of now" }),
  expenseEur: eur,
  netEur: eur,
  incomeExpenseRatio: z.string().nullable().meta({ description: "null where nothing was spent" }),
  trend: z.enum(["positive", "negative", "stable"]),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
});

const figures = ({
  ratio,
  from,
  to,
  perAsset,
  ...sums
}: Movements.Statistics): z.input<typeof statistics> => ({
  ...sums,
  perAsset: perAsset.map(({ asset, income, expense }) => {
    const { decimals } = Assets.get(asset);
    return { asset, income: Money.format(income, decimals), expense: Money.format(expense, decimals) };
  }),
  incomeExpenseRatio: ratio ?? null,
  from: from ?? null,
  to: to ?? null,
});

const CURSOR = /^(txn_[0-9a-hjkmnp-tv-z]{26}) (wal_[0-9a-z]{26}_[a-z0-9]{2,10})$/;

/** A page begins behind the line that the one before ended with. */
const cursorOf = ({ entryId, walletId }: Movements.After): string =>
  Buffer.from(`${entryId} ${walletId}`).toString("base64url");

function afterOf(cursor: string): Movements.After {
  const [, entryId, walletId] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!entryId || !walletId) throw invalidCursor();
  return { entryId, walletId };
}

const getTransactions = personal({
  name: "svc_get_transactions",
  title: "Get transactions",
  description:
    "What moved in all of a person's wallets, newest first. With statistics: true also what these transactions come to: income, expense, their " +
    "ratio and the trend. nextCursor leads to the next page. Card payments and their status: svc_get_payments.",
  input: z.strictObject({
    limit: z.int().min(1).max(MAX_TRANSACTIONS).default(50),
    cursor: z.string().max(200).optional().meta({ description: "The nextCursor of the page before" }),
    statistics: z.boolean().default(false),
  }),
  output: z.object({
    transactions: z.array(movement),
    nextCursor: z.string().optional(),
    statistics: statistics.optional(),
  }),
  run: async (person, { limit, cursor, statistics: wanted }) => {
    const after = cursor === undefined ? undefined : afterOf(cursor);
    const { movements, next } = await Movements.list(person, { limit, after });
    return {
      transactions: movements.map(moved),
      ...(next && { nextCursor: cursorOf(next) }),
      ...(wanted && { statistics: figures(await Movements.statistics(movements)) }),
    };
  },
});

const getWallet = own({
  name: "svc_get_wallet",
  title: "Get wallet",
  description:
    "One wallet of the key's owner by its id, with its latest 50 transactions and the sums of its whole history.",
  input: z.strictObject({ walletId: z.string().min(1).max(60) }),
  output: z.object({
    wallet: shownWallet.omit({ valueEur: true, valueUsd: true, priceUsd: true, change24h: true }),
    transactions: z.array(
      z.object({ id: z.string(), type: z.string(), amount, from: z.string(), timestamp }),
    ),
    totalDeposits: amount,
    totalWithdrawals: amount,
    transactionCount: z.int(),
  }),
  run: async (actor, { walletId }) => {
    const { wallet, transactions, stats } = await Wallets.fromId(actor, walletId);
    const { asset, id, publicAddress, createdAt } = wallet;
    const { symbol, name, network, decimals } = asset;
    return {
      wallet: {
        id,
        type: walletTypeOf(symbol),
        asset: symbol,
        name,
        network,
        publicAddress,
        ...formatted(wallet),
        createdAt,
      },
      transactions: transactions.map((line) => {
        const net = line.available + line.held;
        const units = net === 0n ? line.available : net;
        return {
          id: line.entryId,
          type: line.type,
          amount: Money.format(units < 0n ? -units : units, decimals),
          from: line.from,
          timestamp: line.createdAt,
        };
      }),
      totalDeposits: Money.format(stats.totalDeposits, decimals),
      totalWithdrawals: Money.format(stats.totalWithdrawals, decimals),
      transactionCount: stats.transactionCount,
    };
  },
});

const createWallet = writing({
  name: "svc_create_wallet",
  title: "Create wallet",
  description:
    "Opens a wallet of an asset (EUR, USD, BTC, ETH, USDC or the platform's token) for the key's owner: one per asset, 10 in all. publicAddress is where its " +
    "money is outside the platform, checked for the asset's network.",
  input: createRoute.request.body,
  output: z.object({
    wallet: z.object({
      id: z.string(),
      type: z.string(),
      asset: z.string(),
      ...balances,
      createdAt: timestamp,
    }),
  }),
  run: (actor, input, claim) => Wallets.create(actor, input, claim),
  render: (wallet: Wallet) => ({
    wallet: {
      id: wallet.id,
      type: walletTypeOf(wallet.asset.symbol),
      asset: wallet.asset.symbol,
      ...formatted(wallet),
      createdAt: wallet.createdAt,
    },
  }),
});

export const walletTools: readonly Tool[] = [
  getBalance,
  getCryptoWallets,
  getTransactions,
  getWallet,
  createWallet,
];
