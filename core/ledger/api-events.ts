import * as ApiEvents from "../platform/api-events/index.ts";
import type { Write } from "../platform/table/index.ts";
import { parseWalletId, walletOf } from "./accounts.ts";
import type { AccountRef, Balances } from "./schema.ts";

/** What a wallet's owner is told when it is opened, by its owner or by an entry. */
export function walletOpened(
  { account, asset }: AccountRef,
  { available, held }: Balances,
  { createdAt, label }: { readonly createdAt: string; readonly label?: string | undefined },
): Write[] {
  const id = walletOf(account) ?? "";
  const owner = parseWalletId(id);
  if (!owner) return [];
  const wallet = {
    ...ApiEvents.objectOf("wallet", owner, { id, createdAt }),
    asset,
    label: label ?? null,
    balance: ApiEvents.amountOf(available + held, asset),
    available_balance: ApiEvents.amountOf(available, asset),
    locked_balance: ApiEvents.amountOf(held, asset),
    value: { usd: "0.00", eur: "0.00" },
  };
  return [ApiEvents.happened(owner, "wallet.created", wallet)];
}
