import { release } from "../../../contract/public/holds.ts";
import * as Ending from "../../../core/transfers/reservations/end.ts";
import type { Reservation } from "../../../core/transfers/reservations/schema.ts";
import { serve } from "../../_chain/public-api.ts";
import { hold } from "../_wallets.ts";

export const handler = serve<typeof release, Reservation>(
  release,
  {
    reads: ({ owner, params }) => Ending.releaseReads(owner, params.id),
    run: ({ actor, params, idempotency }) => Ending.release(actor, params.id, idempotency),
  },
  (after, { actor }) => hold(actor, after),
);
