import * as Outbox from "../platform/outbox/index.ts";
import type { Role } from "./actor.ts";

/** The events of an account. Most of them notify its owner. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

/** A time in which an account may have been a thief's (ISO 8601). */
export interface Period {
  readonly from: string;
  /** Excluded. */
  readonly until: string;
}

export const isWithin = ({ from, until }: Period, at: string): boolean => at >= from && at < until;

type UserEvent = { readonly userId: string };

export const UserRegistered = Outbox.define<UserEvent>()("user-registered", QUEUE);

/**
 * The security stamp of an account has changed. The consumer deletes the sessions and keys that this made invalid; after a
 * hand-over, also everything that the former owner has set up; after the undoing of a change of address, and after a second
 * reset in 24 hours, what was set up since.
 */
export const credentialsChanged = Outbox.define<{
  readonly userId: string;
  /** ISO 8601. Only after a hand-over. */
  readonly handedOverAt?: string;
  /** The time in which a thief may have owned the account. */
  readonly undone?: Period;
}>()("credentials-changed", "QUEUE_URL_ACCOUNTS");

/** An account whose address was never verified now belongs to the user who verified it. */
export const accountHandedOver = Outbox.define<UserEvent>()("account-handed-over", QUEUE);

/** A refresh token was used a second time. Either use may be a thief's. */
export const RefreshTokenReused = Outbox.define<{
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}>()("refresh-token-reused", QUEUE);

/** A password reset was requested. The consumer finds the account, so that the response does not reveal whether it exists. */
export const passwordResetRequested = Outbox.define<{ readonly email: string }>()(
  "password-reset-requested",
  QUEUE,
);
export const verificationRequested = Outbox.define<UserEvent>()("email-verification-requested", QUEUE);

/** A change of the address was requested. One email goes to the new address, one to the current address. */
export const emailChangeRequested = Outbox.define<UserEvent & { readonly requestId: string }>()(
  "email-change-requested",
  QUEUE,
);
export const emailChangeReported = Outbox.define<UserEvent & { readonly to: string }>()(
  "email-change-told",
  QUEUE,
);

/** The address was changed. Published once for each of the two addresses. */
export const emailChanged = Outbox.define<
  UserEvent & {
    readonly to: string;
    /** For a former address: the change that the link in the email can undo. */
    readonly changeId?: string;
  }
>()("email-changed", QUEUE);

/** A change of the address was undone. Published once for each of the two addresses. */
export const emailRestored = Outbox.define<UserEvent & { readonly to: string }>()("email-restored", QUEUE);

export const passwordChanged = Outbox.define<
  UserEvent & {
    /** The providers whose accounts can still sign in. */
    readonly providers: readonly string[];
    /** Whether what was added since an earlier reset was removed. */
    readonly removed?: boolean;
  }
>()("password-changed", QUEUE);

/** An account at a provider can now sign in, or no longer can. */
export const providerLinked = Outbox.define<UserEvent & { readonly provider: string }>()(
  "provider-linked",
  QUEUE,
);
export const providerUnlinked = Outbox.define<UserEvent & { readonly provider: string }>()(
  "provider-unlinked",
  QUEUE,
);

/** Unknown IP addresses or devices have made too many password attempts for an email address. The email lets its owner sign in. */
export const signInChallenged = Outbox.define<{ readonly email: string }>()("sign-in-challenged", QUEUE);

export const signedInFromNewClient = Outbox.define<UserEvent & { readonly ip: string }>()(
  "signed-in-from-new-client",
  QUEUE,
);
export const signedInOnNewDevice = Outbox.define<UserEvent & { readonly ip: string }>()(
  "signed-in-on-new-device",
  QUEUE,
);

export const roleChanged = Outbox.define<UserEvent & { readonly role: Role; readonly before: Role }>()(
  "role-changed",
  QUEUE,
);
export const userBlocked = Outbox.define<UserEvent>()("user-blocked", QUEUE);
export const userUnblocked = Outbox.define<UserEvent>()("user-unblocked", QUEUE);

export const erasureRequested = Outbox.define<UserEvent & { readonly dueAt: string }>()(
  "account-erasure-asked",
  QUEUE,
);
export const erasureCanceled = Outbox.define<UserEvent>()("account-erasure-canceled", QUEUE);
export const erasureHeldUp = Outbox.define<UserEvent>()("account-erasure-held-up", QUEUE);

/** The requested export of an account's data is ready. */
export const exportReady = Outbox.define<{
  readonly userId: string;
  readonly ownershipId: string | undefined;
  readonly until: string;
}>()("account-export-ready", QUEUE);

export const secondFactorOn = Outbox.define<UserEvent>()("second-factor-on", QUEUE);
export const secondFactorOff = Outbox.define<UserEvent>()("second-factor-off", QUEUE);
/** An account with passkeys no longer has an authenticator. */
export const authenticatorRemoved = Outbox.define<UserEvent>()("authenticator-removed", QUEUE);
export const recoveryCodeUsed = Outbox.define<UserEvent & { readonly left: number }>()(
  "recovery-code-used",
  QUEUE,
);
export const recoveryCodesRenewed = Outbox.define<UserEvent>()("recovery-codes-renewed", QUEUE);

/** The limit of wrong second-factor codes was reached. Published once a day at most. */
export const wrongCodesTried = Outbox.define<UserEvent>()("wrong-codes-tried", QUEUE);

/** A device can now confirm actions. */
export const biometricsOn = Outbox.define<UserEvent & { readonly sessionId: string }>()(
  "biometrics-on",
  QUEUE,
);

/** An account has a new passkey. */
export const passkeyAdded = Outbox.define<UserEvent>()("passkey-added", QUEUE);
export const passkeyRemoved = Outbox.define<UserEvent>()("passkey-removed", QUEUE);
/** A passkey's signature counter has not grown, so a copy of its key may exist. */
export const passkeyCopied = Outbox.define<UserEvent & { readonly addedAt: string }>()(
  "passkey-copied",
  QUEUE,
);

/** An account has a new API key. */
export const apiKeyCreated = Outbox.define<UserEvent & { readonly keyId: string; readonly name: string }>()(
  "api-key-created",
  QUEUE,
);

// Events of phone numbers. They contain neither a code nor a complete number.

/** A code by text message was requested. The consumer generates it when it sends the message. */
export const phoneCodeRequested = Outbox.define<UserEvent & { readonly requestId: string }>()(
  "phone-code-requested",
  QUEUE,
);

interface PhoneEvent extends UserEvent {
  /** The last two digits. */
  readonly ending: string;
}

/** An account has proven a number. Other users can now pay the account by this number. */
export const phoneVerified = Outbox.define<PhoneEvent>()("phone-verified", QUEUE);
/** An account has lost its proven number. */
export const phoneGivenUp = Outbox.define<PhoneEvent>()("phone-given-up", QUEUE);
/** Another account has proven this account's number. */
export const phoneMoved = Outbox.define<PhoneEvent>()("phone-moved", QUEUE);

/** Returns the write of an event of a phone number. */
export const phoneEvent = <Type extends string>(
  definition: Outbox.EventDefinition<Type, PhoneEvent>,
  userId: string,
  phone: string,
): Outbox.EventWrite => Outbox.write(definition, { userId, ending: phone.slice(-2) });
