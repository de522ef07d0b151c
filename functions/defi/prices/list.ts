import { list } from "../../../contract/defi/prices.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { serve } from "../../_chain/serve.ts";
import { listing } from "../../_views/prices.ts";

export const handler = serve(list, async () => listing(await Prices.list()));
