import * as Assets from "../../kernel/assets/index.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { parseWalletId, walletRef } from "../accounts.ts";
import type { AccountRef } from "../schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { CurrencyMismatch } from "./errors.ts";

/**
 * An account of the owner's that a request names.
 * @param currency that the request names with it, in any letter case; undefined where it names none
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH
 */
export function ownAccount(
  { userId, mode }: Owner,
  id: string,
  currency?: string,
): { readonly ref: AccountRef; readonly asset: Assets.Asset } {
  const named = parseWalletId(id);
  if (!named || named.userId !== userId || named.mode !== mode) throw fail(WalletNotFound);
  if (currency !== undefined && currency.trim().toUpperCase() !== named.asset)
    throw fail(CurrencyMismatch, { details: { account: named.asset, currency } });
  return { ref: walletRef(id), asset: Assets.get(named.asset) };
}
