import { history } from "../../../contract/defi/prices.ts";
import * as History from "../../../core/prices/history.ts";
import { serve } from "../../_chain/serve.ts";
import { candles } from "../../_views/prices.ts";

export const handler = serve(history, async ({ params: { symbol }, query: { interval, from, to } }) =>
  candles(await History.read({ symbol, interval, fromMs: from, toMs: to })),
);
