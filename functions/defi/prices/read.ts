import { read } from "../../../contract/defi/prices.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { serve } from "../../_chain/serve.ts";
import { detail } from "../../_views/prices.ts";

export const handler = serve(read, async ({ params }) => detail(await Prices.fromSymbol(params.symbol)));
