import * as Outbox from "../platform/outbox/index.ts";
import type { Role } from "./actor.ts";

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

/**
 * Somebody asks to sign in with a new password at this address. Whether it has an account is looked up by whom
 * the event comes to, so that the answer to the request tells nobody.
 */
export const passwordResetRequested = Outbox.define<{ readonly email: string }>()(
  "password-reset-requested",
  QUEUE,
);

/** An account's owner asks for the letter that verifies its address. */
export const verificationRequested = Outbox.define<{ readonly userId: string }>()(
  "email-verification-requested",
  QUEUE,
);

/** An account's owner asks for another address: the letter to that one. */
export const emailChangeRequested = Outbox.define<{
  readonly userId: string;
  readonly requestId: string;
}>()("email-change-requested", QUEUE);

/** The same, for the letter to the address that the account has. */
export const emailChangeTold = Outbox.define<{ readonly userId: string; readonly to: string }>()(
  "email-change-told",
  QUEUE,
);

/** An account has another address: one event for each of both. */
export const emailChanged = Outbox.define<{ readonly userId: string; readonly to: string }>()(
  "email-changed",
  QUEUE,
);

/** An account has another password. */
export const passwordChanged = Outbox.define<{ readonly userId: string }>()("password-changed", QUEUE);

/** Passwords were tried on an address from too many unknown clients: its owner can let themselves in. */
export const signInChallenged = Outbox.define<{ readonly email: string }>()("sign-in-challenged", QUEUE);

/** Somebody signed in from where the account was never signed in. */
export const signedInFromNewClient = Outbox.define<{ readonly userId: string; readonly ip: string }>()(
  "signed-in-from-new-client",
  QUEUE,
);

/** Somebody signed in on a device where the account was never signed in. */
export const signedInOnNewDevice = Outbox.define<{ readonly userId: string; readonly ip: string }>()(
  "signed-in-on-new-device",
  QUEUE,
);

/** An account has another role. */
export const roleChanged = Outbox.define<{
  readonly userId: string;
  readonly role: Role;
  readonly before: Role;
}>()("role-changed", QUEUE);

/** An account was blocked, or let in again. */
export const userBlocked = Outbox.define<{ readonly userId: string }>()("user-blocked", QUEUE);
export const userUnblocked = Outbox.define<{ readonly userId: string }>()("user-unblocked", QUEUE);

/** An account is to be erased on a day; it was called off by a sign-in; something is in its way on its day. */
export const erasureAsked = Outbox.define<{ readonly userId: string; readonly dueAt: string }>()(
  "account-erasure-asked",
  QUEUE,
);
export const erasureCanceled = Outbox.define<{ readonly userId: string }>()(
  "account-erasure-canceled",
  QUEUE,
);
export const erasureHeldUp = Outbox.define<{ readonly userId: string }>()("account-erasure-held-up", QUEUE);

/** The export of an account's data can be fetched, by who owned the account when it was asked for. */
export const exportReady = Outbox.define<{
  readonly userId: string;
  readonly ownershipId: string | undefined;
  readonly until: string;
}>()("account-export-ready", QUEUE);
