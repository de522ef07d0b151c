import { create } from "../../../contract/public/holds.ts";
import * as Reservations from "../../../core/transfers/reservations/index.ts";
import type { Reservation } from "../../../core/transfers/reservations/schema.ts";
import { serve } from "../../_chain/public-api.ts";
import { hold } from "../_wallets.ts";

export const handler = serve<typeof create, Reservation>(
  create,
  {
    reads: ({ owner, body }) => Reservations.createReads(owner, body.wallet),
    run: ({ actor, body, idempotency }) => {
      const { wallet: walletId, amount, expires_at: expiresAt, description = "" } = body;
      return Reservations.create(actor, { walletId, amount, expiresAt, description }, idempotency);
    },
  },
  (made, { actor }) => hold(actor, made),
);
