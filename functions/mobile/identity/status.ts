import { status } from "../../../contract/mobile/identity.ts";
import * as Status from "../../../core/identity/kyc/verification/status.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as Limits from "../../../core/policy/limits.ts";
import { serve } from "../../_chain/serve.ts";
import { documentOf, levelOf, limitsOf } from "./_view.ts";

export const handler = serve(status, async ({ actor, reader }) => {
  const { state, documents, missing, nextStep } = await Status.read(actor);
  const allowance = await Limits.of(actor.userId, state.level);
  return {
    ...pick(state, "status", "level", "kind"),
    updatedAt: state.updatedAt ?? null,
    documents: documents.map(documentOf(reader)),
    missing: [...missing],
    nextStep,
    limits: allowance ? limitsOf(allowance) : null,
    levels: Limits.all().map(levelOf),
  };
});
