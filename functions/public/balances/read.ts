import { read } from "../../../contract/public/balances.ts";
import { balanceOf } from "../../../core/transfers/reservations/index.ts";
import { walletBalanceAt } from "../../../core/wallets/statements/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { balance, balanceAt } from "../_wallets.ts";

export const handler = serve(read, async ({ actor, params: { id }, query: { at } }) =>
  at === undefined
    ? balance(actor, id, await balanceOf(actor, id))
    : balanceAt(actor, id, at, await walletBalanceAt(actor, id, at)),
);
