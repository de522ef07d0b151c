import { process } from "../../../contract/mobile/payments.ts";
import * as Payments from "../../../core/payments/made/index.ts";
import { serveConfirmedAbove } from "../../_chain/proof-above.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serveConfirmedAbove(
  process,
  {
    reads: ({ owner, body }) => Payments.processReads(owner, body),
    run: ({ actor, body, outgoing, idempotency }) => Payments.process(actor, body, outgoing, idempotency),
  },
  View.processed,
);
