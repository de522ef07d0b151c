import { publicOrigin } from "../../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";

/** What `getProviders()` of Auth.js's client reads: the ways to sign in that are configured. */
export function offered() {
  const base = `${publicOrigin()}/api/auth`;
  const entry = (id: string, name: string, type: "credentials" | "oauth") =>
    [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ] as const;
  return Object.fromEntries([
    entry("credentials", "E-mail and password", "credentials"),
    ...Providers.list().map(({ id, name }) => entry(id, name, "oauth")),
  ]);
}
