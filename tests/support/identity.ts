import { beforeAll } from "vitest";
import * as Actor from "../../core/identity/actor.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import type { Mode } from "../../core/kernel/mode.ts";

/** Gives the tests of a file secrets of their own to sign tokens with. Call it at the top of the file. */
export function withSecrets(): void {
  beforeAll(() => {
    process.env["JWT_SECRET"] = Ids.secret();
    process.env["CSRF_SECRET"] = Ids.secret();
    process.env["SEALING_SECRET"] = Ids.secret();
  });
}

/** Actors of an account that no credential was checked for. */

/** Signed in on the web. */
export const onWeb = (account: Actor.Account, sessionId = "ses_test"): Actor.WebActor =>
  Actor.webActor(account, sessionId);

/** Signed in on a device. */
export const onDevice = (account: Actor.Account, deviceId = "device-test"): Actor.MobileActor =>
  Actor.mobileActor(account, "ses_test", deviceId);

/** With an API key, that may do everything unless told. */
export const withKey = (
  account: Actor.Account,
  { mode = "live", ...grant }: Partial<Actor.KeyGrant> & { readonly mode?: Mode } = {},
): Actor.KeyActor =>
  Actor.keyActor(account, { keyId: "key_test", plan: "free", scopes: ["*"], ...grant }, mode);
