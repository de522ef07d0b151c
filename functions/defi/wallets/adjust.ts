import { adjust } from "../../../contract/defi/wallets.ts";
import * as Adjustments from "../../../core/defi/adjustments/index.ts";
import { isStaff } from "../../../core/identity/actor.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { adjusted, decimal } from "./_view.ts";

export const handler = serveConfirmed(
  adjust,
  {
    reads: ({ owner, params, body }) => Adjustments.adjustReads(owner, params.id, body),
    run: async ({ actor, params, body, confirm, idempotency }) => {
      if (isStaff(actor)) await confirm();
      return Adjustments.adjust(actor, params.id, { ...body, amount: decimal(body.amount) }, idempotency);
    },
  },
  adjusted,
);
