import { withdraw } from "../../../contract/public/wallets.ts";
import type { Withdrawal } from "../../../core/banking/withdrawals/schema.ts";
import { send, sendReads } from "../../../core/banking/withdrawals/send.ts";
import { serveSigned } from "../../_chain/signed.ts";
import { withdrawal } from "../_wallets.ts";

export const handler = serveSigned<typeof withdraw, Withdrawal>(
  withdraw,
  {
    reads: ({ owner, params, body }) => sendReads(owner, { walletId: params.id, ...body }),
    run: ({ actor, params, body, idempotency }) => send(actor, { walletId: params.id, ...body }, idempotency),
  },
  (sent, { actor }) => withdrawal(actor, sent),
);
