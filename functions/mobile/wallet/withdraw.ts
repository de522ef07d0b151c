import { withdraw } from "../../../contract/mobile/wallet.ts";
import * as Withdrawals from "../../../core/banking/withdrawals/index.ts";
import type { RequestedWithdrawal } from "../../../core/banking/withdrawals/schema.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed<typeof withdraw, RequestedWithdrawal>(
  withdraw,
  {
    reads: ({ owner, body }) => Withdrawals.requestReads(owner, body),
    run: ({ actor, body, confirm, idempotency }) => Withdrawals.request(actor, body, confirm, idempotency),
  },
  ({ transactionId, beneficiaryId, amountMinor, feeMinor, available }) => {
    const number = (cents: bigint) => Money.toNumber(cents, 2);
    return {
      transactionId,
      status: "pending",
      amount: number(amountMinor),
      fee: number(feeMinor),
      newBalance: number(available),
      beneficiaryId,
    };
  },
);
