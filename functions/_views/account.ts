import type * as z from "zod";
import type * as Contract from "../../contract/mobile/schemas.ts";
import type { AccountTransaction } from "../../core/history/schema.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { isDefault, type Wallet } from "../../core/wallets/schema.ts";

/** Accounts and their history, as the app shows them (MOBILE.md, section Wallet). */

export const account = ({
  id,
  asset,
  available,
  held,
  owed,
  iban,
  createdAt,
}: Wallet): z.input<typeof Contract.account> => {
  const amount = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    id,
    name: asset.name,
    type: Assets.isMoney(asset.symbol) ? "fiat" : "crypto",
    currency: asset.symbol,
    balance: amount(available + held),
    availableBalance: amount(available),
    lockedBalance: amount(held),
    owed: amount(owed),
    iban: iban ?? null,
    isDefault: isDefault({ asset }),
    createdAt,
  };
};

export const transaction = ({
  asset,
  amount,
  fee,
  balance,
  updatedAt: _,
  ...one
}: AccountTransaction): z.input<typeof Contract.transaction> => {
  const number = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    ...one,
    amount: number(amount),
    currency: asset.symbol,
    fee: number(fee),
    balance: balance === null ? null : number(balance),
  };
};
