import { enroll } from "../../../contract/mobile/loyalty.ts";
import * as Enrolling from "../../../core/loyalty/cards/enrolling.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve<typeof enroll, Enrolling.CardWithBarcode>(
  enroll,
  ({ actor, params, idempotency }) => Enrolling.joinProgram(actor, params.programId, idempotency),
  ({ barcode, ...enrolled }) => ({ ...View.card(enrolled), barcode }),
);
