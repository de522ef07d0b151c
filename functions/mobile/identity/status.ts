import { status } from "../../../contract/mobile/identity.ts";
import * as Status from "../../../core/identity/kyc/verification/status.ts";
import { serve } from "../../_chain/serve.ts";
import { documentOf } from "./_view.ts";

export const handler = serve(status, async ({ actor, reader }) => {
  const { standing, documents, missing, nextStep } = await Status.of(actor);
  return {
    status: standing.status,
    level: standing.level,
    kind: standing.kind,
    updatedAt: standing.updatedAt ?? null,
    documents: documents.map(documentOf(reader)),
    missing: [...missing],
    nextStep,
  };
});
