import { list } from "../../../contract/public/holds.ts";
import * as Reservations from "../../../core/transfers/reservations/index.ts";
import { serveExpanding } from "../../_chain/expanding.ts";
import { listOf } from "../_view.ts";
import { hold, walletsOf } from "../_wallets.ts";

export const handler = serveExpanding(
  list,
  { wallet: walletsOf },
  async ({ actor, query: { wallet: walletId, status, limit, cursor: after } }) => {
    const { reservations, next } = await Reservations.list(actor, { walletId, status, limit, after });
    return listOf(reservations, next, (one) => hold(actor, one));
  },
);
