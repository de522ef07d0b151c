import { appleAppSiteAssociation } from "../../../contract/web/well-known.ts";
import { iosApps } from "../../../core/identity/passkeys/relying-party.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(appleAppSiteAssociation, async () => {
  const apps = iosApps();
  if (apps.length === 0) throw fail(NotFound);
  return { webcredentials: { apps: [...apps] } };
});
