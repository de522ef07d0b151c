import { withdraw } from "../../../contract/mobile/wallet.ts";
import * as Withdrawals from "../../../core/banking/withdrawals/index.ts";
import type { RequestedWithdrawal } from "../../../core/banking/withdrawals/schema.ts";
import { hasRecentProof } from "../../../core/identity/proof/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import type * as Idempotency from "../../../core/platform/idempotency/index.ts";
import { exceedsAllowance } from "../../../core/policy/limits.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

type Preview = Withdrawals.WithdrawalPreview & { readonly needsConfirmation: boolean };

const number = (cents: bigint) => Money.toNumber(cents, 2);

export const handler = serveConfirmed<typeof withdraw, RequestedWithdrawal | Preview>(
  withdraw,
  {
    reads: ({ owner, body }) => Withdrawals.requestReads(owner, body),
    run: async ({ actor, body: { preview, ...body }, confirm, idempotency }) => {
      if (preview) {
        const shown = await Withdrawals.preview(actor, body);
        const isAbove = shown.isSensitive || (await exceedsAllowance(actor, shown.amountMinor));
        return { ...shown, needsConfirmation: isAbove && !(await hasRecentProof(actor)) };
      }
      // A preview changes nothing, so it is not recorded under the key.
      const claim = idempotency as Idempotency.Claim<RequestedWithdrawal> | undefined;
      return Withdrawals.request(actor, body, confirm, claim);
    },
  },
  (result) => {
    const sums = { amount: number(result.amountMinor), fee: number(result.feeMinor) };
    if ("needsConfirmation" in result) {
      const { payee, needsConfirmation } = result;
      return { status: "preview", ...sums, recipient: payee, needsConfirmation };
    }
    const { transactionId, beneficiaryId, available } = result;
    return { transactionId, status: "pending", ...sums, newBalance: number(available), beneficiaryId };
  },
);
