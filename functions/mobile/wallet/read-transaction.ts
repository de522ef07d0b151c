import { readTransaction } from "../../../contract/mobile/wallet.ts";
import { read } from "../../../core/history/detail.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(readTransaction, async ({ actor, params }) =>
  View.detailedTransaction(await read(actor, params.id)),
);
