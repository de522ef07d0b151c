import { index } from "../../../contract/web/dashboard.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { serve } from "../../_chain/serve.ts";
import { page } from "../../_page/index.ts";
import { overview } from "./_overview.ts";

export const handler = serve(index, async (call) => {
  const portfolio = await Portfolio.list(call.actor);
  return page(call, { title: "Dashboard", body: (token) => overview(call.actor, portfolio, token) });
});
