import { status } from "../../../../contract/mobile/identity/verification.ts";
import * as Status from "../../../../core/identity/kyc/verification/status.ts";
import { serve } from "../../../_chain/serve.ts";
import { reasonOf } from "../../../_views/user.ts";

export const handler = serve(status, async ({ actor }) => {
  const { state, verification, nextStep } = await Status.read(actor);
  return {
    verificationId: verification?.verificationId ?? null,
    status: state.status,
    level: state.level,
    startedAt: verification?.startedAt ?? null,
    decidedAt: verification?.decidedAt ?? null,
    reasons: (verification?.reasons ?? []).map(reasonOf),
    nextStep,
  };
});
