import { list } from "../../../../contract/public/exchange/positions.ts";
import * as Positions from "../../../../core/defi/exchange/positions.ts";
import { serveExpanding } from "../../../_chain/serve.ts";
import { pairsOf } from "../../_pairs.ts";
import { listOf, pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(
  list,
  { pair: pairsOf },
  {
    reads: ({ owner }) => Positions.listReads(owner),
    run: async ({ actor, query }) => {
      const all = await Positions.list(actor);
      const { rows, next } = pageOf(
        all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
        query,
      );
      return listOf(
        rows.map((one) => View.position(actor, one)),
        next,
      );
    },
  },
);
