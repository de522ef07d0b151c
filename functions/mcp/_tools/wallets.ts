import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { create as createRoute } from "../../../contract/defi/wallets.ts";
import * as Portfolios from "../../../core/defi/portfolio/index.ts";
import type { Portfolio, ValuedWallet } from "../../../core/defi/portfolio/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { toDecimal } from "../../../core/kernel/decimal/index.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import type { Wallet } from "../../../core/wallets/schema.ts";
import { walletTypeOf } from "../_resources/config.ts";
import { amount } from "./schemas.ts";
import { own, personal, type Tool, writing } from "./tool.ts";

const eur = amount.meta({ description: "Euro" });
const usd = amount.meta({ description: "US dollars" });

const balances = {
  balance: amount.meta({ description: "available plus held" }),
  available: amount,
  held: amount.meta({ description: "Held: staked, or a card payment that has not cleared" }),
};

const owed = amount.meta({
  description:
    "The user's debt in this asset, from a payment that was reversed after the money was spent. Incoming money pays it first; " +
    "until then the user cannot send money",
});

const shownWallet = z.object({
  id: z.string(),
  type: z
    .string()
    .meta({ description: "EUROS, the platform token's type, BITCOIN, otherwise the asset's symbol" }),
  asset: z.string(),
  name: z.string(),
  network: z.string(),
  publicAddress: z.string().meta({ description: "Empty if none was set" }),
  ...balances,
  owed,
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
  ...pick(wallet, "id", "publicAddress", "createdAt"),
  type: walletTypeOf(wallet.asset.symbol),
  asset: wallet.asset.symbol,
  name: wallet.asset.name,
  network: wallet.asset.network,
  ...formatted(wallet),
  owed: Money.format(wallet.owed, wallet.asset.decimals),
  valueEur: wallet.value.eur.toFixed(2),
  valueUsd: wallet.value.usd.toFixed(2),
  priceUsd: wallet.price.usd.toSignificantDigits(12).toFixed(),
  change24h: wallet.price.change24h.toFixed(2),
});

function sumsOf({ wallets }: Portfolio, symbol: string) {
  const asset = Assets.get(symbol);
  const those = wallets.filter((wallet) => wallet.asset.symbol === symbol);
  const sum = (of: (wallet: ValuedWallet) => bigint) => those.reduce((total, one) => total + of(one), 0n);
  return {
    ...formatted({ asset, available: sum((one) => one.available), held: sum((one) => one.held) }),
    owed: Money.format(
      sum((one) => one.owed),
      asset.decimals,
    ),
  };
}

const getBalance = personal({
  name: "svc_get_balance",
  description:
    "A user's balances: euros (available, held, owed, savings, total), every wallet with its value, and the total value in euros and US dollars. " +
    "The platform has no savings wallets yet, so savings is 0.",
  output: z.object({
    euros: z.object({
      available: eur,
      held: eur,
      owed,
      savings: eur,
      total: eur.meta({ description: "available plus held plus savings" }),
    }),
    portfolio: z.object({ totalEur: eur, totalUsd: usd }),
    wallets: z.array(shownWallet).meta({ description: "Oldest first" }),
  }),
  run: async (person) => {
    const portfolio = await Portfolios.list(person);
    const { balance, available, held, owed } = sumsOf(portfolio, "EUR");
    return {
      euros: { available, held, owed, savings: "0", total: balance },
      portfolio: { totalEur: portfolio.total.eur.toFixed(2), totalUsd: portfolio.total.usd.toFixed(2) },
      wallets: portfolio.wallets.map(view),
    };
  },
});

const MONEY_OF_STATES = new Set(["EUR", "USD"]);

const getCryptoWallets = personal({
  name: "svc_get_crypto_wallets",
  description: "A user's crypto wallets with balance, price and value, their number and total value.",
  output: z.object({
    wallets: z.array(shownWallet),
    assetCount: z.int(),
    totalUsd: usd,
    totalEur: eur,
  }),
  run: async (person) => {
    const { wallets } = await Portfolios.list(person);
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

const ZERO = toDecimal(0n, 0);

const getWallet = own({
  name: "svc_get_wallet",
  description:
    "One wallet of the key's owner by its id, with its latest 50 transactions and the totals of its history.",
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
        owed: Money.format(wallet.owed, decimals),
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
  description:
    "Opens a wallet of an asset (EUR, USD, BTC, ETH, USDC or the platform's token) for the key's owner: one per asset, at most 10. publicAddress is its address " +
    "outside the platform, validated for the asset's network.",
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

export const walletTools: readonly Tool[] = [getBalance, getCryptoWallets, getWallet, createWallet];
