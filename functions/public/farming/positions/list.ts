import { list } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serveExpanding } from "../../../_chain/serve.ts";
import { pairsOf } from "../../_pairs.ts";
import { listOf, pageOf } from "../../_view.ts";
import { farmsOf } from "../_farms.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(
  list,
  { farm: farmsOf, pair: pairsOf },
  {
    reads: ({ owner }) => Farming.positionsReads(owner),
    run: async ({ actor, query }) => {
      const { rows, next } = pageOf(await Farming.positions(actor), query);
      return listOf(
        rows.map((one) => View.position(actor, one)),
        next,
      );
    },
  },
);
