import { list } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import { pairsOf } from "../../_exchange.ts";
import { pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(
  list,
  { farm: View.farmsOf, pair: pairsOf },
  {
    reads: ({ owner }) => Farming.positionsReads(owner),
    run: async ({ actor, query }) =>
      pageOf(await Farming.positions(actor), query, (one) => View.position(actor, one)),
  },
);
