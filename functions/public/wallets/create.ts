import { create } from "../../../contract/public/wallets.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import type { Wallet } from "../../../core/wallets/schema.ts";
import { serve } from "../../_chain/public-api.ts";
import { wallet } from "../_wallets.ts";

export const handler = serve<typeof create, Wallet>(
  create,
  ({ actor, body: { asset: assetSymbol, label }, idempotency }) =>
    Wallets.create(actor, { assetSymbol, label }, idempotency),
  (opened, { actor }) => wallet(actor, opened),
);
