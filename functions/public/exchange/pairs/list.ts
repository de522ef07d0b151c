import { list } from "../../../../contract/public/exchange/pairs.ts";
import { serve } from "../../../_chain/public-api.ts";
import { allPairs } from "../../_exchange.ts";
import { pageOf } from "../../_view.ts";

export const handler = serve(list, async ({ actor, query }) => pageOf(await allPairs(actor), query));
