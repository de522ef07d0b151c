import { open } from "../../../contract/web/dashboard.ts";
import * as Wallets from "../../../core/wallets/opening.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_page/serve.ts";

export const handler = serve(open, async ({ actor, body }) => {
  await Wallets.ensure(actor, body.assetSymbol);
  return new Reply(undefined, { status: 302, headers: { location: "/dashboard" } });
});
