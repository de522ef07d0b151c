import * as Outbox from "../platform/outbox/index.ts";

/** What happens to an account, for those who want to tell its owner. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

export const UserRegistered = Outbox.define<{ readonly userId: string }>()("user-registered", QUEUE);

/**
 * An account has another security stamp: what died with the one before can be cleared away, and where the
 * account was handed over, what its former owner has set up.
 */
export const credentialsChanged = Outbox.define<{
  readonly userId: string;
  /** ISO 8601; of a hand-over alone. */
  readonly handedOverAt?: string;
}>()("credentials-changed", "QUEUE_URL_ACCOUNTS");

/** Somebody has proven to own the address of an account that never was proven before, and has it now. */
export const accountHandedOver = Outbox.define<{ readonly userId: string }>()("account-handed-over", QUEUE);

/** Somebody used a refresh token a second time: it was stolen, or the one who used it first had stolen it. */
export const RefreshTokenReused = Outbox.define<{
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}>()("refresh-token-reused", QUEUE);
