import { quote } from "../../../contract/defi/dex.ts";
import * as Exchange from "../../../core/defi/exchange/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/exchange.ts";

export const handler = serve(quote, async ({ query }) => View.quote(await Exchange.quote("live", query)));
