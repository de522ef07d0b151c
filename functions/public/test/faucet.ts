import { faucet } from "../../../contract/public/test.ts";
import * as Sandboxes from "../../../core/sandboxes/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { amountOf, objectOf } from "../_view.ts";

export const handler = serve<typeof faucet, Sandboxes.Funding>(
  faucet,
  ({ actor, body, idempotency }) => Sandboxes.fund(Sandboxes.toTester(actor), body, idempotency),
  ({ entryId: id, createdAt, walletId: wallet, asset, amountMinor }, { actor }) => ({
    ...objectOf("faucet_grant", actor, { id, createdAt }),
    wallet,
    asset,
    amount: amountOf(amountMinor, asset),
  }),
);
