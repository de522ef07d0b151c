import * as z from "zod";
import { authenticationResponse } from "../../core/identity/passkeys/schema.ts";
import { signedInOnWeb } from "../account.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import * as shared from "../passkeys.ts";

/** Passkeys (Web Authentication) on the web. The app has the same. */

const route = defineFamily({
  id: "auth.passkeys",
  path: "/api/auth/passkeys",
  family: "auth",
  auth: "session",
  limit: limits.passkeys,
});

export const list = route(shared.list);
export const registerOptions = route(shared.registerOptions);
export const register = route(shared.register);
export const rename = route(shared.rename);
export const remove = route(shared.remove);
export const signInOptions = route(shared.signInOptions);

export const signIn = route({
  ...shared.signIn,
  request: { body: z.strictObject({ response: authenticationResponse }) },
  response: signedInOnWeb,
  grants: { table: "write", startsSessions: true, writesPasskeys: true, secrets: ["CSRF_SECRET"] },
});
