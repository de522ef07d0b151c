import { open } from "../../../contract/web/dashboard.ts";
import * as Wallets from "../../../core/wallets/opening.ts";
import { redirect, serve } from "../../_page/serve.ts";

export const handler = serve(open, async ({ actor, body }) => {
  await Wallets.ensure(actor, body.assetSymbol);
  return redirect("/dashboard");
});
