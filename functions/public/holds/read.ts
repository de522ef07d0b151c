import { read } from "../../../contract/public/holds.ts";
import * as Reservations from "../../../core/ledger/reservations/index.ts";
import { serve } from "../../_chain/serve.ts";
import { hold } from "../_holds.ts";

export const handler = serve(read, async ({ actor, params }) =>
  hold(actor, await Reservations.fromId(actor, params.id)),
);
