import { scan } from "../../../../contract/mobile/payments/qr.ts";
import type { PersonActor } from "../../../../core/identity/actor.ts";
import { hasRecentProof } from "../../../../core/identity/proof/index.ts";
import { STEP_UP_ABOVE_EUR } from "../../../../core/identity/schema.ts";
import * as Codes from "../../../../core/payments/codes/scan.ts";
import type * as Idempotency from "../../../../core/platform/idempotency/index.ts";
import * as Limits from "../../../../core/policy/limits.ts";
import { isWorthMore, parseSum } from "../../../../core/transfers/outgoing.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import * as View from "../../../_views/mobile.ts";

/** Returns whether a payment needs a proof of who acts. True if the payer chooses the amount. */
async function isAboveAllowance(actor: PersonActor, { amount, currency }: Codes.Preview): Promise<boolean> {
  if (amount === undefined) return true;
  const sum = parseSum({ amount, currency });
  return (
    (await isWorthMore(sum, STEP_UP_ABOVE_EUR)) || Limits.exceedsAllowance(actor, await sum.worthInCents())
  );
}

type Result = Codes.ScanResult | (Codes.Preview & { readonly needsConfirmation: boolean });

export const handler = serveConfirmed<typeof scan, Result>(
  scan,
  {
    reads: ({ owner, body }) => Codes.scanReads(owner, body),
    run: async ({ actor, body: { preview, ...body }, confirm, idempotency }) => {
      if (preview) {
        const shown = await Codes.preview(actor, body);
        return {
          ...shown,
          needsConfirmation: (await isAboveAllowance(actor, shown)) && !(await hasRecentProof(actor)),
        };
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
