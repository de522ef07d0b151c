import { transfer } from "../../../contract/mobile/wallet.ts";
import * as Payees from "../../../core/banking/beneficiaries/stored.ts";
import { parsePhone } from "../../../core/identity/phones/number.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import type * as Idempotency from "../../../core/platform/idempotency/index.ts";
import { preview, send } from "../../../core/transfers/index.ts";
import { needsProof, type Outgoing, sendWithinAllowance } from "../../../core/transfers/outgoing.ts";
import { sendReads } from "../../../core/transfers/prefetch.ts";
import type { Transferred } from "../../../core/transfers/schema.ts";
import { serveConfirmedAbove } from "../../_chain/proof-above.ts";

interface Preview extends Pick<Outgoing, "asset" | "amount"> {
  readonly name: string;
  readonly needsConfirmation: boolean;
}

export const handler = serveConfirmedAbove<typeof transfer, Transferred | Preview>(
  transfer,
  {
    reads: async ({ owner, body: { toPhone: written, toBeneficiaryId: payee, ...request } }) => {
      const toPhone = written && (await parsePhone(written, "toPhone"));
      const { keys = [] } = sendReads(owner, { ...request, toPhone });
      return { keys: [...keys, ...(payee === undefined ? [] : [Payees.keyOf(owner, payee)])] };
    },
    run: async ({ actor, outgoing, body, confirm, idempotency }) => {
      const { toPhone: written, toBeneficiaryId: payee, preview: isPreview, ...request } = body;
      const toPhone = written && (await parsePhone(written, "toPhone"));
      const toUserId = payee && (await Payees.payeeUserId(actor, payee));
      const to = { ...request, toPhone, toUserId };
      if (isPreview) {
        const name = await preview(actor, outgoing, to);
        return { ...outgoing, name, needsConfirmation: await needsProof(actor, outgoing) };
      }
      // A preview changes nothing, so it is not recorded under the key.
      const claim = idempotency as Idempotency.Claim<Transferred> | undefined;
      return sendWithinAllowance(actor, outgoing, confirm, (sum) => send(actor, sum, to, claim));
    },
  },
  (result) => {
    if ("needsConfirmation" in result) {
      const { asset, amount, name, needsConfirmation } = result;
      const shown = Assets.toNumber(amount, asset.symbol);
      return { status: "preview", amount: shown, fee: 0, recipient: { name }, needsConfirmation };
    }
    const { transactionId, asset, amount, available, recipient } = result;
    return {
      transactionId,
      status: "completed",
      amount: Assets.toNumber(amount, asset),
      fee: 0,
      newBalance: Assets.toNumber(available, asset),
      recipient: { name: recipient },
    };
  },
);
