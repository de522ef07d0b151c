import { index } from "../../../contract/web/dashboard.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { movements as movementsOf } from "../../../core/history/movements.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { latest, overview } from "./_overview.ts";

/** How many movements the page shows. */
const LATEST = 10;

export const handler = serve(index, async (call) => {
  const [portfolio, { movements }] = await Promise.all([
    Portfolio.list(call.actor),
    movementsOf(call.actor, { limit: LATEST }),
  ]);
  return page(call, {
    title: text("Dashboard", "Tableau de bord"),
    body: (token) => html`${overview(call.actor, portfolio, token)}${latest(movements)}`,
  });
});
