import * as z from "zod";
import { authenticationResponse } from "../../../core/identity/passkeys/schema.ts";
import { deviceId, deviceInfo } from "../../../core/identity/schema.ts";
import { signedInOnDevice } from "../../account.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import * as shared from "../../passkeys.ts";

/** Passkeys (Web Authentication) in the app. The web has the same. */

const route = defineFamily({
  id: "mobile.auth.passkeys",
  path: "/api/v1/mobile/auth/passkeys",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const list = route(shared.list);
export const registerOptions = route(shared.registerOptions);
export const register = route(shared.register);
export const rename = route(shared.rename);
export const remove = route(shared.remove);
export const signInOptions = route(shared.signInOptions);

export const signIn = route({
  ...shared.signIn,
  request: { body: z.strictObject({ deviceId, deviceInfo, response: authenticationResponse }) },
  response: { description: "Signed in", body: signedInOnDevice },
  grants: { table: "write", startsSessions: true, writesPasskeys: true },
});
