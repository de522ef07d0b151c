import { scan } from "../../../../contract/mobile/payments/qr.ts";
import { hasRecentProof } from "../../../../core/identity/proof/index.ts";
import * as Codes from "../../../../core/payments/codes/scan.ts";
import type * as Idempotency from "../../../../core/platform/idempotency/index.ts";
import { needsProof, parseSum } from "../../../../core/transfers/outgoing.ts";
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
        // The payer may choose a large amount.
        const needsConfirmation =
          amount === undefined
            ? !(await hasRecentProof(actor))
            : await needsProof(actor, parseSum({ amount, currency }));
        return { ...shown, needsConfirmation };
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
