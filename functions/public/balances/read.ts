import { read } from "../../../contract/public/balances.ts";
import { balanceOf } from "../../../core/ledger/reservations/balance.ts";
import { serve } from "../../_chain/serve.ts";
import { balance } from "./_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  balance(actor, params.id, await balanceOf(actor, params.id)),
);
