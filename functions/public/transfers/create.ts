import { create } from "../../../contract/public/transfers.ts";
import { send } from "../../../core/ledger/transfers/index.ts";
import type { Transferred } from "../../../core/ledger/transfers/schema.ts";
import { centsOf } from "../../../core/prices/worth.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { transfer } from "./_view.ts";

export const handler = serveSigned<typeof create, Transferred>(
  create,
  ({ actor, body, idempotency }) => {
    const { from_wallet: fromAccountId, to_wallet: toAccountId, to_email: toEmail, ...what } = body;
    return send(actor, { fromAccountId, toAccountId, toEmail, ...what }, centsOf, idempotency);
  },
  (sent, _, { actor }) => transfer(actor, sent),
);
