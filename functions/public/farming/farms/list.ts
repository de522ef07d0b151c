import { list } from "../../../../contract/public/farming/farms.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import { pairsOf } from "../../_exchange.ts";
import { pageOf } from "../../_view.ts";
import { allFarms } from "../_view.ts";

export const handler = serveExpanding(list, { pair: pairsOf }, async ({ actor, query }) =>
  pageOf(await allFarms(actor), query),
);
