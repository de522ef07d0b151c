import { capture } from "../../../contract/public/holds.ts";
import * as Ending from "../../../core/transfers/reservations/end.ts";
import type { Captured } from "../../../core/transfers/reservations/schema.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { hold } from "../_wallets.ts";

export const handler = serveSigned<typeof capture, Captured>(
  capture,
  {
    reads: ({ owner, params, body }) => Ending.captureReads(owner, params.id, body.to_wallet),
    run: ({ actor, params, body: { to_wallet: toWalletId, amount }, idempotency }) =>
      Ending.capture(actor, params.id, { toWalletId, amount }, idempotency),
  },
  ({ transferId: transfer, ...after }, { actor }) => ({ ...hold(actor, after), transfer }),
);
