import { transfer } from "../../../contract/mobile/wallet.ts";
import { phoneOf } from "../../../core/identity/phones/number.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { send } from "../../../core/ledger/transfers/index.ts";
import { sendReads } from "../../../core/ledger/transfers/prefetch.ts";
import type { Transferred } from "../../../core/ledger/transfers/schema.ts";
import { centsOf } from "../../../core/prices/worth.ts";
import { serveConfirmedAbove } from "../../_chain/step-up-above.ts";

export const handler = serveConfirmedAbove<typeof transfer, Transferred>(
  transfer,
  {
    reads: async ({ owner, body: { toPhone: written, ...order } }) =>
      sendReads(owner, { ...order, toPhone: written && (await phoneOf(written, "toPhone")) }),
    run: async ({ actor, body: { toPhone: written, ...order }, idempotency }) => {
      const toPhone = written && (await phoneOf(written, "toPhone"));
      return send(actor, { ...order, toPhone }, centsOf, idempotency);
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
