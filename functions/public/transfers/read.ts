import { read } from "../../../contract/public/transfers.ts";
import { fromId } from "../../../core/ledger/transfers/reading.ts";
import { serve } from "../../_chain/serve.ts";
import { transfer } from "./_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  transfer(actor, await fromId(actor, params.id)),
);
