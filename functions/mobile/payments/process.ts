import { process } from "../../../contract/mobile/payments.ts";
import * as Payments from "../../../core/payments/made/index.ts";
import { type Outgoing, sendWithinAllowance } from "../../../core/transfers/outgoing.ts";
import { serveConfirmedAbove } from "../../_chain/proof-above.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serveConfirmedAbove(
  process,
  {
    reads: ({ owner, body }) => Payments.processReads(owner, body),
    run: ({ actor, body, outgoing, confirm, idempotency }) => {
      const process = (sum: Outgoing | undefined) => Payments.process(actor, body, sum, confirm, idempotency);
      return outgoing ? sendWithinAllowance(actor, outgoing, confirm, process) : process(outgoing);
    },
  },
  View.processed,
);
