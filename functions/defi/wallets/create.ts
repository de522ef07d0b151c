import { create } from "../../../contract/defi/wallets.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import { serve } from "../../_chain/serve.ts";
import { created } from "./_view.ts";

export const handler = serve(
  create,
  ({ actor, body, idempotency }) => Wallets.create(actor, body, idempotency),
  created,
);
