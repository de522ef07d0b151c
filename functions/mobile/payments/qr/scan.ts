import { scan } from "../../../../contract/mobile/payments/qr.ts";
import * as StepUp from "../../../../core/identity/step-up/index.ts";
import * as Codes from "../../../../core/payments/codes/scan.ts";
import type * as Idempotency from "../../../../core/platform/idempotency/index.ts";
import { centsOf } from "../../../../core/prices/worth.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { isAbove } from "../../../_chain/step-up-above.ts";
import * as PaymentView from "../../../_views/payment.ts";

type Result = Codes.Scanned | (Codes.Preview & { readonly needsConfirmation: boolean });

export const handler = serveConfirmed<typeof scan, Result>(
  scan,
  {
    reads: ({ owner, body }) => Codes.scanReads(owner, body),
    run: async ({ actor, body: { preview, ...body }, confirm, idempotency }) => {
      if (preview) {
        const shown = await Codes.preview(actor, body);
        return { ...shown, needsConfirmation: (await isAbove(shown)) && (await StepUp.isAsked(actor)) };
      }
      const asking = {
        valuing: centsOf,
        confirm: async (sum: object, look: () => Promise<void>) => {
          if (!(await isAbove(sum))) return;
          await look();
          await confirm();
        },
      };
      // A preview moves nothing, so nothing of it is kept under the key.
      return Codes.scan(actor, body, asking, idempotency as Idempotency.Claim<Codes.Scanned> | undefined);
    },
  },
  (result) =>
    "needsConfirmation" in result
      ? PaymentView.previewed(result)
      : { ...PaymentView.paid(result), recipient: result.recipient },
);
