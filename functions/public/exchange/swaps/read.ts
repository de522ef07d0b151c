import { read } from "../../../../contract/public/exchange/swaps.ts";
import * as Swaps from "../../../../core/defi/exchange/swap.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../../_exchange.ts";

export const handler = serve(read, async ({ actor, params }) =>
  View.swap(actor, await Swaps.fromId(actor, params.id)),
);
