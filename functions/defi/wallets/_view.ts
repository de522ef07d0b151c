import { Decimal } from "decimal.js";
import type * as Contract from "../../../contract/defi/wallets.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Adjusted, Pending } from "../../../core/defi/adjustments/schema.ts";
import type { Portfolio, ValuedWallet } from "../../../core/defi/portfolio/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import { type Reader, text } from "../../../core/kernel/texts/index.ts";
import { parseWalletId } from "../../../core/ledger/accounts.ts";
import type { HistoryLine } from "../../../core/ledger/schema.ts";
import type { Wallet, WalletDetail } from "../../../core/wallets/schema.ts";
import { Reply } from "../../_chain/call.ts";

/** Views of wallets. Amounts are JSON numbers, as specified for these routes. */

interface Call {
  readonly reader: Reader;
}
export const portfolio = ({ wallets, total }: Portfolio): ResultOf<typeof Contract.list> => ({
  wallets: wallets.map(valued),
  portfolio: { totalValueUsd: total.usd.toNumber(), totalValueEur: total.eur.toNumber() },
});

const valued = (wallet: ValuedWallet): ResultOf<typeof Contract.list>["wallets"][number] => {
  const { symbol, name, logoUrl, network } = wallet.asset;
  return {
    id: wallet.id,
    asset: { symbol, name, logoUrl, network },
    ...balances(wallet.asset, wallet),
    owed: Money.toNumber(wallet.owed, wallet.asset.decimals),
    value: { usd: wallet.value.usd.toNumber(), eur: wallet.value.eur.toNumber() },
    price: {
      usd: wallet.price.usd.toNumber(),
      eur: wallet.price.eur.toNumber(),
      change24h: wallet.price.change24h.toNumber(),
    },
    publicAddress: wallet.publicAddress,
  };
};

export function detail({ wallet, transactions, stats }: WalletDetail): ResultOf<typeof Contract.read> {
  const { asset, id, publicAddress, createdAt } = wallet;
  const { balance, lockedBalance } = balances(asset, wallet);
  return {
    wallet: {
      id,
      asset: { symbol: asset.symbol, name: asset.name },
      balance,
      lockedBalance,
      owed: Money.toNumber(wallet.owed, asset.decimals),
      publicAddress,
      createdAt,
    },
    transactions: transactions.map((line) => transaction(asset, line)),
    stats: {
      totalDeposits: Money.toNumber(stats.totalDeposits, asset.decimals),
      totalWithdrawals: Money.toNumber(stats.totalWithdrawals, asset.decimals),
      transactionCount: stats.transactionCount,
    },
  };
}

const transaction = ({ decimals }: Assets.Asset, line: HistoryLine) => ({
  id: line.entryId,
  type: line.type,
  amount: Money.toNumber(magnitude(line), decimals),
  from: line.from,
  timestamp: line.createdAt,
});

/** Returns the amount of a movement or lock without its sign. The type states the direction. */
function magnitude({ available, held }: HistoryLine): bigint {
  const units = available + held === 0n ? available : available + held;
  return units < 0n ? -units : units;
}

export const created = (
  { id, asset, available, createdAt }: Wallet,
  { reader: { language } }: Call,
): ResultOf<typeof Contract.create> => ({
  success: true,
  message: text(`Your ${asset.name} wallet is open.`, `Votre portefeuille en ${asset.symbol} est ouvert.`).in(
    language,
  ),
  wallet: { id, assetSymbol: asset.symbol, balance: Money.toNumber(available, asset.decimals), createdAt },
});

const PENDING = text(
  "No money has moved yet: a second staff member must approve this adjustment.",
  "Aucun argent n'a encore bougé : un second membre du personnel doit approuver cet ajustement.",
);
const DEPOSITED = text("The deposit is booked.", "Le dépôt est comptabilisé.");
const WITHDRAWN = text("The withdrawal is booked.", "Le retrait est comptabilisé.");

type AdjustBody = ResultOf<typeof Contract.adjust>;

export function adjusted(
  result: Adjusted | Pending,
  { reader: { language } }: Call,
): AdjustBody | Reply<AdjustBody> {
  if (result.kind === "pending")
    return new Reply<AdjustBody>(
      {
        success: true,
        message: PENDING.in(language),
        pendingApproval: { id: result.approvalId, expiresAt: result.expiresAt },
      },
      { status: 202 },
    );
  const asset = Assets.get(parseWalletId(result.id)?.asset ?? "");
  const { balance, availableBalance } = balances(asset, result);
  return {
    success: true,
    message: (result.operation === "DEPOSIT" ? DEPOSITED : WITHDRAWN).in(language),
    wallet: { id: result.id, balance, availableBalance },
  };
}

const balances = ({ decimals }: Assets.Asset, { available, held }: { available: bigint; held: bigint }) => ({
  balance: Money.toNumber(available + held, decimals),
  lockedBalance: Money.toNumber(held, decimals),
  availableBalance: Money.toNumber(available, decimals),
});

/** Converts a JSON amount to a decimal string. */
export const decimal = (amount: number | string): string =>
  typeof amount === "string" ? amount : new Decimal(amount).toFixed();
