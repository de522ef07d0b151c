import { read } from "../../../contract/public/transfers.ts";
import { fromId } from "../../../core/transfers/reading.ts";
import { serveExpanding } from "../../_chain/expanding.ts";
import { transfer, walletsOf } from "../_wallets.ts";

export const handler = serveExpanding(
  read,
  { from_wallet: walletsOf, to_wallet: walletsOf },
  async ({ actor, params }) => transfer(actor, await fromId(actor, params.id)),
);
