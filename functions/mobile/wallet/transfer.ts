import { transfer } from "../../../contract/mobile/wallet.ts";
import * as Payees from "../../../core/banking/beneficiaries/stored.ts";
import { parsePhone } from "../../../core/identity/phones/number.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { send } from "../../../core/transfers/index.ts";
import { sendWithinAllowance } from "../../../core/transfers/outgoing.ts";
import { sendReads } from "../../../core/transfers/prefetch.ts";
import type { Transferred } from "../../../core/transfers/schema.ts";
import { serveConfirmedAbove } from "../../_chain/proof-above.ts";

export const handler = serveConfirmedAbove<typeof transfer, Transferred>(
  transfer,
  {
    reads: async ({ owner, body: { toPhone: written, toBeneficiaryId: payee, ...request } }) => {
      const toPhone = written && (await parsePhone(written, "toPhone"));
      const { keys = [] } = sendReads(owner, { ...request, toPhone });
      return { keys: [...keys, ...(payee === undefined ? [] : [Payees.keyOf(owner, payee)])] };
    },
    run: async ({ actor, outgoing, body, confirm, idempotency }) => {
      const { toPhone: written, toBeneficiaryId: payee, ...request } = body;
      const toPhone = written && (await parsePhone(written, "toPhone"));
      const toUserId = payee && (await Payees.payeeUserId(actor, payee));
      return sendWithinAllowance(actor, outgoing, confirm, (sum) =>
        send(actor, sum, { ...request, toPhone, toUserId }, idempotency),
      );
    },
  },
  ({ transactionId, asset, amount, available, recipient }) => {
    const number = (units: bigint) => Assets.toNumber(units, asset);
    return {
      transactionId,
      status: "completed",
      amount: number(amount),
      fee: 0,
      newBalance: number(available),
      recipient: { name: recipient },
    };
  },
);
