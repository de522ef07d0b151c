import { read } from "../../../contract/public/prices.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { servePublic } from "../../_chain/public-api.ts";
import { detailed } from "./_view.ts";

export const handler = servePublic(read, async ({ actor, params }) =>
  detailed(actor, await Prices.fromSymbol(params.symbol)),
);
