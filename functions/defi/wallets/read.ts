import { read } from "../../../contract/defi/wallets.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import { serve } from "../../_chain/serve.ts";
import { detail } from "./_view.ts";

export const handler = serve(read, {
  reads: ({ owner, params }) => Wallets.fromIdReads(owner, params.id),
  run: async ({ actor, params }) => detail(await Wallets.fromId(actor, params.id)),
});
