import * as Assets from "../kernel/assets/index.ts";
import type { Owner } from "../kernel/mode.ts";
import { accountOf, walletKey, walletRef } from "../ledger/accounts.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { owned } from "./owned.ts";

/**
 * The writes that take the public addresses off a user's wallets, over what was read: money from outside must
 * not go where only a former owner of the account can take it.
 */
export async function withoutAddresses(owner: Owner): Promise<Table.Write[]> {
  const opened = await owned(owner);
  const missing = Assets.list().filter(({ symbol }) => opened.every(({ asset }) => asset.symbol !== symbol));
  return [
    ...opened
      .filter(({ publicAddress }) => publicAddress !== "")
      .map(({ id, publicAddress }) => ({
        update: walletKey(walletRef(id)),
        set: { publicAddress: "" },
        where: Where.is({ publicAddress }),
      })),
    // One that is opened meanwhile may have an address, too.
    ...missing.map(({ symbol }) => ({ check: walletKey(accountOf(owner, symbol)), where: Where.absent })),
  ];
}
