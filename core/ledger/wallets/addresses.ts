import type { Owner } from "../../kernel/mode.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { walletKey, walletRef } from "../accounts.ts";
import { owned } from "./owned.ts";

/**
 * The writes that take the public addresses off a user's wallets, over what was read: money from outside must
 * not go where only a former owner of the account can take it.
 */
export async function withoutAddresses(owner: Owner): Promise<Table.Write[]> {
  const wallets = (await owned(owner)).filter(({ publicAddress }) => publicAddress !== "");
  return wallets.map(({ id, publicAddress }) => ({
    update: walletKey(walletRef(id)),
    set: { publicAddress: "" },
    where: Where.is({ publicAddress }),
  }));
}
