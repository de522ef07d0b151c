import { history } from "../../../contract/public/prices.ts";
import * as History from "../../../core/prices/history.ts";
import { serve } from "../../_chain/public-api.ts";
import * as View from "./_view.ts";

export const handler = serve(history, async ({ actor, params: { symbol }, query: { interval, from, to } }) =>
  View.history(actor, await History.read({ symbol, interval, fromMs: from, toMs: to })),
);
