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
  return { id: new URL(origin).hostname, origins: [origin, ...listOf(env("PASSKEY_ORIGINS", ""))] };
}

/** Returns the ids of the iOS apps that may use the site's passkeys and saved passwords, from `IOS_APP_IDS`. */
export const iosApps = (): readonly string[] => listOf(env("IOS_APP_IDS", ""));

/** An Android app, as the site vouches for it. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of its signing certificates, as hexadecimal bytes that colons separate. */
  readonly fingerprints: readonly string[];
}

const KEY_HASH = /^android:apk-key-hash:(?<hash>.+)$/;

/**
 * Returns the Android app that may use the site's passkeys and saved passwords. An app's origin is the hash of its signing
 * certificate, so the fingerprints come from `PASSKEY_ORIGINS`.
 */
export function androidApp(): AndroidApp | undefined {
  const packageName = env("ANDROID_PACKAGE_NAME", "");
  const fingerprints = listOf(env("PASSKEY_ORIGINS", "")).flatMap((origin) => {
    const hash = KEY_HASH.exec(origin)?.groups?.["hash"];
    return hash === undefined ? [] : [fingerprintOf(Buffer.from(hash, "base64url"))];
  });
  return packageName === "" || fingerprints.length === 0 ? undefined : { packageName, fingerprints };
}

const fingerprintOf = (hash: Buffer): string =>
  Array.from(hash, (byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":");

/** Returns the values of a comma-separated text. */
const listOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
