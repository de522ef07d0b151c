import { pairs } from "../../../contract/defi/dex.ts";
import * as Market from "../../../core/defi/exchange/market.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/exchange.ts";

export const handler = serve(pairs, async () => View.pairs(await Market.list("live")));
