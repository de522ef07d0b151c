import { beforeAll } from "vitest";
import * as Actor from "../../core/identity/actor.ts";
import type { Endings } from "../../core/identity/hand-over.ts";
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

/** An account; one that no user in the table is of needs no stamp. */
type Somebody = Omit<Actor.Account, "securityStamp" | "ownershipId"> & Partial<Actor.Account>;

const accountOf = (somebody: Somebody): Actor.Account => ({
  securityStamp: "none",
  ownershipId: "none",
  ...somebody,
});

/** Signed in on the web. */
export const onWeb = (somebody: Somebody, sessionId = "ses_test"): Actor.WebActor =>
  Actor.webActor(accountOf(somebody), sessionId);

/** Signed in on a device. */
export const onDevice = (somebody: Somebody, deviceId = "device-test"): Actor.MobileActor =>
  Actor.mobileActor(accountOf(somebody), "ses_test", deviceId);

/** With an API key, that may do everything unless told. */
export const withKey = (
  somebody: Somebody,
  { mode = "live", ...grant }: Partial<Actor.KeyGrant> & { readonly mode?: Mode } = {},
): Actor.KeyActor =>
  Actor.keyActor(accountOf(somebody), { keyId: "key_test", plan: "free", scopes: ["*"], ...grant }, mode);

/** Of a hand-over in which nothing else ends. */
export const nothingElse: Endings = async () => [];
