import { read } from "../../../../contract/public/farming/farms.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import { pairsOf } from "../../_exchange.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(read, { pair: pairsOf }, async ({ actor, params }) =>
  View.farm(actor, await Farming.fromId(actor.mode, params.id)),
);
