import { create } from "../../../contract/public/transfers.ts";
import { send } from "../../../core/transfers/index.ts";
import { parseOutgoing } from "../../../core/transfers/outgoing.ts";
import { sendReads, splitReads } from "../../../core/transfers/prefetch.ts";
import type { Recipient, Transferred } from "../../../core/transfers/schema.ts";
import { sendSplit } from "../../../core/transfers/split.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { transfer } from "../_wallets.ts";

export const handler = serveSigned<typeof create, Transferred>(
  create,
  {
    reads: ({ owner, body: { from_wallet: fromAccountId, splits, ...to } }) =>
      splits ? splitReads(owner, fromAccountId) : sendReads(owner, { fromAccountId, ...recipientOf(to) }),
    run: ({ actor, body, idempotency }) => {
      const { from_wallet: accountId, splits, amount, description, ...to } = body;
      if (!splits) {
        const outgoing = parseOutgoing(actor, { accountId, amount: amount ?? "" });
        return send(actor, outgoing, { ...recipientOf(to), description }, idempotency);
      }
      const parts = splits.map((one) => ({ ...one, ...recipientOf(one) }));
      return sendSplit(actor, { fromAccountId: accountId, description, amount, parts }, idempotency);
    },
  },
  (sent, { actor }) => transfer(actor, sent),
);

interface Named {
  readonly to_wallet?: string | undefined;
  readonly to_email?: string | undefined;
}

const recipientOf = ({ to_wallet: toAccountId, to_email: toEmail }: Named): Recipient => ({
  toAccountId,
  toEmail,
});
