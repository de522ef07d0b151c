import { passkeyEndpoints } from "../../../contract/web/well-known.ts";
import { passkeyOrigin } from "../../../core/identity/passkeys/relying-party.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(passkeyEndpoints, async () => {
  const page = `${passkeyOrigin()}/dashboard/security#passkeys`;
  return { enroll: page, manage: page };
});
