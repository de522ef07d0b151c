import { list } from "../../../../contract/public/farming/farms.ts";
import { serveExpanding } from "../../../_chain/serve.ts";
import { pairsOf } from "../../_pairs.ts";
import { listOf, pageOf } from "../../_view.ts";
import { allFarms } from "../_farms.ts";

export const handler = serveExpanding(list, { pair: pairsOf }, async ({ actor, query }) => {
  const { rows, next } = pageOf(await allFarms(actor), query);
  return listOf(rows, next);
});
