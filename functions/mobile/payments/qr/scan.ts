import { scan } from "../../../../contract/mobile/payments/qr.ts";
import * as Codes from "../../../../core/payments/codes/scan.ts";
import { centsOf } from "../../../../core/prices/worth.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { isAbove } from "../../../_chain/step-up-above.ts";
import * as PaymentView from "../../../_views/payment.ts";

export const handler = serveConfirmed<typeof scan, Codes.Scanned>(
  scan,
  ({ actor, body, confirm, idempotency }) => {
    const asking = {
      valuing: centsOf,
      confirm: async (sum: object) => {
        if (await isAbove(sum)) await confirm();
      },
    };
    return Codes.scan(actor, body, asking, idempotency);
  },
  ({ recipient, ...paid }) => ({ ...PaymentView.paid(paid), recipient }),
);
