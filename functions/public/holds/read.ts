import { read } from "../../../contract/public/holds.ts";
import * as Reservations from "../../../core/transfers/reservations/index.ts";
import { serveExpanding } from "../../_chain/expanding.ts";
import { hold, walletsOf } from "../_wallets.ts";

export const handler = serveExpanding(read, { wallet: walletsOf }, async ({ actor, params }) =>
  hold(actor, await Reservations.read(actor, params.id)),
);
