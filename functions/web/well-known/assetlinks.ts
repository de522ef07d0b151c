import { assetlinks } from "../../../contract/web/well-known.ts";
import { androidApp } from "../../../core/identity/passkeys/relying-party.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { serve } from "../../_chain/serve.ts";

/** Android requires both relations for passkeys. */
const RELATION = ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"];

export const handler = serve(assetlinks, async () => {
  const app = androidApp();
  if (!app) throw fail(NotFound);
  return [
    {
      relation: RELATION,
      target: {
        namespace: "android_app" as const,
        package_name: app.packageName,
        sha256_cert_fingerprints: [...app.fingerprints],
      },
    },
  ];
});
