import { read } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import { pairsOf } from "../../_exchange.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(
  read,
  { farm: View.farmsOf, pair: pairsOf },
  async ({ actor, params }) => View.position(actor, await Farming.position(actor, params.id)),
);
