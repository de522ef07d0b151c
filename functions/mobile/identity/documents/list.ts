import { list } from "../../../../contract/mobile/identity/documents.ts";
import * as Status from "../../../../core/identity/kyc/verification/status.ts";
import { serve } from "../../../_chain/serve.ts";
import { documentOf } from "../_view.ts";

export const handler = serve(list, async ({ actor, reader }) => {
  const { documents } = await Status.read(actor);
  return { documents: documents.map(documentOf(reader)) };
});
