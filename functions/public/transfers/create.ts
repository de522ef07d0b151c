import { create } from "../../../contract/public/transfers.ts";
import { send } from "../../../core/ledger/transfers/index.ts";
import { sendReads, splitReads } from "../../../core/ledger/transfers/prefetch.ts";
import type { Recipient, Transferred } from "../../../core/ledger/transfers/schema.ts";
import { sendSplit } from "../../../core/ledger/transfers/split.ts";
import { centsOf } from "../../../core/prices/worth.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { transfer } from "./_view.ts";

export const handler = serveSigned<typeof create, Transferred>(
  create,
  {
    reads: ({ owner, body: { from_wallet: fromAccountId, splits, ...to } }) =>
      splits ? splitReads(owner, fromAccountId) : sendReads(owner, { fromAccountId, ...receiver(to) }),
    run: ({ actor, body, idempotency }) => {
      const { from_wallet: fromAccountId, splits, amount, description, ...to } = body;
      const of = { fromAccountId, description };
      if (!splits) return send(actor, { ...of, ...receiver(to), amount: amount ?? "" }, centsOf, idempotency);
      const parts = splits.map((one) => ({ ...one, ...receiver(one) }));
      return sendSplit(actor, { ...of, amount, parts }, centsOf, idempotency);
    },
  },
  (sent, _, { actor }) => transfer(actor, sent),
);

interface Named {
  readonly to_wallet?: string | undefined;
  readonly to_email?: string | undefined;
}

const receiver = ({ to_wallet: toAccountId, to_email: toEmail }: Named): Recipient => ({
  toAccountId,
  toEmail,
});
