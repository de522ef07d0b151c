import { capture } from "../../../contract/public/holds.ts";
import * as Ending from "../../../core/ledger/reservations/end.ts";
import type { Reservation } from "../../../core/ledger/reservations/schema.ts";
import { centsOf } from "../../../core/prices/worth.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { hold } from "../_holds.ts";

export const handler = serveSigned<typeof capture, Reservation>(
  capture,
  ({ actor, params, body: { to_wallet: toWalletId, amount }, idempotency }) =>
    Ending.capture(actor, params.id, { toWalletId, amount }, centsOf, idempotency),
  (after, _, { actor }) => hold(actor, after),
);
