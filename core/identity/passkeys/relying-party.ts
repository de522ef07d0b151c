import { env, publicOrigin } from "../../kernel/env.ts";

/** The relying party: the site for which authenticators create passkeys. */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  /** The site, and the apps that `PASSKEY_ORIGINS` names. */
  readonly origins: readonly string[];
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns the origin of the site. A passkey belongs to a domain, so on a laptop it is that of `localhost`, not of an IP address. */
export function passkeyOrigin(): string {
  const url = new URL(publicOrigin());
  if (LOOPBACK.test(url.hostname)) url.hostname = "localhost";
  return url.origin;
}

export function relyingParty(): RelyingParty {
  const origin = passkeyOrigin();
  const apps = env("PASSKEY_ORIGINS", "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return { id: new URL(origin).hostname, origins: [origin, ...apps] };
}
