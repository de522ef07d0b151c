import { read } from "../../../contract/public/prices.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { serve } from "../../_chain/public-api.ts";
import { detailed } from "./_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  detailed(actor, await Prices.fromSymbol(params.symbol)),
);
