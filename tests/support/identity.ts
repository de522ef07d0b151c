import { beforeAll } from "vitest";
import * as Actor from "../../core/identity/actor.ts";
import type { HandOverWrites } from "../../core/identity/hand-over.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import type { Mode } from "../../core/kernel/mode.ts";

/** Sets new signing secrets for the tests of a file. Call it at the top of the file. */
export function withSecrets(): void {
  beforeAll(() => {
    process.env["JWT_SECRET"] = Ids.secret();
    process.env["CSRF_SECRET"] = Ids.secret();
    process.env["SEALING_SECRET"] = Ids.secret();
  });
}

/** Actors that are created without checking a credential. */

/** An account. The stamps may be missing if no stored user has them. */
type AccountFields = Omit<Actor.Account, "securityStamp" | "ownershipId"> & Partial<Actor.Account>;

const accountOf = (account: AccountFields): Actor.Account => ({
  securityStamp: "none",
  ownershipId: "none",
  ...account,
});

/** Returns an actor with a web session. */
export const onWeb = (account: AccountFields, sessionId = "ses_test"): Actor.WebActor =>
  Actor.webActor(accountOf(account), sessionId);

/** Returns an actor with a device session. */
export const onDevice = (account: AccountFields, deviceId = "device-test"): Actor.MobileActor =>
  Actor.mobileActor(accountOf(account), "ses_test", deviceId);

/** Returns an actor with an API key. The key has all scopes by default. */
export const withKey = (
  account: AccountFields,
  { mode = "live", ...grant }: Partial<Actor.KeyGrant> & { readonly mode?: Mode } = {},
): Actor.KeyActor =>
  Actor.keyActor(accountOf(account), { keyId: "key_test", plan: "free", scopes: ["*"], ...grant }, mode);

/** Additional writes of a hand-over: none. */
export const noEndings: HandOverWrites = async () => [];
