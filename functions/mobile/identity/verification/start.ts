import { start } from "../../../../contract/mobile/identity/verification.ts";
import * as Verification from "../../../../core/identity/kyc/verification/index.ts";
import { serve } from "../../../_chain/serve.ts";

export const handler = serve(start, async ({ actor }) => {
  const { verificationId, level, startedAt } = await Verification.start(actor);
  return { verificationId, status: "in_review" as const, level, startedAt, missing: [] };
});
