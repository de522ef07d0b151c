import { fromEnv } from "@aws-sdk/credential-provider-env";

/**
 * Replaces `@aws-sdk/credential-provider-node` in a Lambda's bundle, with the same exports. Lambda puts its role's
 * credentials into the environment and replaces the process before they expire, so the provider chain of SSO, profiles, web
 * identity and instance metadata (about 90 KB) is not needed.
 */
export const defaultProvider = (init: Parameters<typeof fromEnv>[0] = {}) => fromEnv(init);

interface Expiring {
  readonly expiration?: Date;
}

export const credentialsWillNeedRefresh = (credentials: Expiring): boolean =>
  credentials.expiration !== undefined;

/** Returns whether the credentials expire within five minutes, the SDK's margin. */
export const credentialsTreatedAsExpired = (credentials: Expiring): boolean =>
  credentials.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300_000;
