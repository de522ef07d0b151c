import { create } from "../../../contract/mobile/cards.ts";
import { isInWait } from "../../../core/identity/resets.ts";
import { issue } from "../../../core/payments/issuing/issue.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serveConfirmed(
  create,
  async ({ actor, body, idempotency, confirm }) => {
    if (isInWait(actor)) await confirm();
    return issue(actor, body, idempotency);
  },
  View.issuedCard,
);
