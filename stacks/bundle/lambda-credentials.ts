import { fromEnv } from "@aws-sdk/credential-provider-env";

/**
 * Stands in for `@aws-sdk/credential-provider-node` in a Lambda's bundle, with the same names. Lambda puts
 * its role's credentials into the environment and replaces the whole process before they expire, so the chain
 * of SSO, profiles, web identity and instance metadata (some 90 KB of the bundle) is never asked there.
 */
export const defaultProvider = (init: Parameters<typeof fromEnv>[0] = {}) => fromEnv(init);

interface Expiring {
  readonly expiration?: Date;
}

/** Whether the credentials end at all. */
export const credentialsWillNeedRefresh = (credentials: Expiring): boolean =>
  credentials.expiration !== undefined;

/** Whether less than five minutes are left, the SDK's own margin. */
export const credentialsTreatedAsExpired = (credentials: Expiring): boolean =>
  credentials.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300_000;
