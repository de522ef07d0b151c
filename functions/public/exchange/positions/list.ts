import { list } from "../../../../contract/public/exchange/positions.ts";
import * as Positions from "../../../../core/defi/exchange/positions.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import * as View from "../../_exchange.ts";
import { pageOf } from "../../_view.ts";

export const handler = serveExpanding(
  list,
  { pair: View.pairsOf },
  {
    reads: ({ owner }) => Positions.listReads(owner),
    run: async ({ actor, query }) => {
      const all = await Positions.list(actor);
      return pageOf(
        all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
        query,
        (one) => View.position(actor, one),
      );
    },
  },
);
