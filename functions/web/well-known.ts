import { CONSOLE_PATH } from "../../contract/console.ts";
import type { ResultOf } from "../../contract/route.ts";
import { wellKnown } from "../../contract/web.ts";
import { androidApp, iosApps, passkeyOrigin } from "../../core/identity/passkeys/relying-party.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { Reply } from "../_chain/call.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(wellKnown, async ({ params }) => {
  if (params.name === "change-password")
    return new Reply(undefined, {
      status: 302,
      headers: { location: `${CONSOLE_PATH}/settings?section=security` },
    });
  const document = Object.hasOwn(documents, params.name) ? documents[params.name]?.() : undefined;
  if (!document) throw fail(NotFound);
  return document;
});

/** Android requires both relations for passkeys. */
const RELATION = ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"];

/** The documents by name; undefined if the settings name no app. */
const documents: Readonly<Record<string, () => ResultOf<typeof wellKnown>>> = {
  "apple-app-site-association": () => {
    const apps = iosApps();
    return apps.length === 0 ? undefined : { webcredentials: { apps: [...apps] } };
  },
  "assetlinks.json": () => {
    const app = androidApp();
    if (!app) return undefined;
    const { packageName, fingerprints } = app;
    return [
      {
        relation: RELATION,
        target: {
          namespace: "android_app",
          package_name: packageName,
          sha256_cert_fingerprints: [...fingerprints],
        },
      },
    ];
  },
  "passkey-endpoints": () => {
    const page = `${passkeyOrigin()}${CONSOLE_PATH}/settings?section=security`;
    return { enroll: page, manage: page };
  },
};
