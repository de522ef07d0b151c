import { scan } from "../../../../contract/mobile/payments/qr.ts";
import { hasRecentProof } from "../../../../core/identity/proof/index.ts";
import { STEP_UP_ABOVE_EUR } from "../../../../core/identity/schema.ts";
import * as Codes from "../../../../core/payments/codes/scan.ts";
import type * as Idempotency from "../../../../core/platform/idempotency/index.ts";
import { isWorthMore, parseSum } from "../../../../core/transfers/outgoing.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import * as View from "../../../_views/mobile.ts";

type Result = Codes.ScanResult | (Codes.Preview & { readonly needsConfirmation: boolean });

export const handler = serveConfirmed<typeof scan, Result>(
  scan,
  {
    reads: ({ owner, body }) => Codes.scanReads(owner, body),
    run: async ({ actor, body: { preview, ...body }, confirm, idempotency }) => {
      if (preview) {
        const shown = await Codes.preview(actor, body);
        const { amount, currency } = shown;
        const isLarge =
          amount === undefined || (await isWorthMore(parseSum({ amount, currency }), STEP_UP_ABOVE_EUR));
        return { ...shown, needsConfirmation: isLarge && !(await hasRecentProof(actor)) };
      }
      // A preview changes nothing, so it is not recorded under the key.
      const claim = idempotency as Idempotency.Claim<Codes.ScanResult> | undefined;
      return Codes.scan(actor, body, confirm, claim);
    },
  },
  (result) =>
    "needsConfirmation" in result
      ? View.previewed(result)
      : { ...View.paid(result), recipient: result.recipient },
);
