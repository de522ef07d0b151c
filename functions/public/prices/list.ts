import { list } from "../../../contract/public/prices.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { serve } from "../../_chain/public-api.ts";
import { pageOf } from "../_view.ts";
import { price } from "./_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { prices } = await Prices.list();
  return pageOf(
    prices.map((one) => price(actor, one)),
    query,
  );
});
