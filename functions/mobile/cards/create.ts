import { create } from "../../../contract/mobile/cards.ts";
import { isInWait } from "../../../core/identity/resets.ts";
import { issue } from "../../../core/payments/issuing/issue.ts";
import * as View from "../../_views/mobile.ts";
import { serveCardControl } from "./_confirmed.ts";

export const handler = serveCardControl(
  create,
  async ({ actor, body, idempotency, confirm }) => {
    if (isInWait(actor)) await confirm();
    return issue(actor, body, idempotency);
  },
  View.issuedCard,
);
