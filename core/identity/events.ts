import * as Outbox from "../platform/outbox/index.ts";
import type { Role } from "./actor.ts";

/** The events of an account. Most notify its owner. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

type OfUser = { readonly userId: string };

export const UserRegistered = Outbox.define<OfUser>()("user-registered", QUEUE);

/**
 * An account has another security stamp. The consumer deletes what ended with the former one and, after a hand-over,
 * what the former owner has set up.
 */
export const credentialsChanged = Outbox.define<{
  readonly userId: string;
  /** ISO 8601. Only after a hand-over. */
  readonly handedOverAt?: string;
}>()("credentials-changed", "QUEUE_URL_ACCOUNTS");

/** An account whose address was never verified now belongs to the user who verified it. */
export const accountHandedOver = Outbox.define<OfUser>()("account-handed-over", QUEUE);

/** A refresh token was used a second time: either use may be a thief's. */
export const RefreshTokenReused = Outbox.define<{
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}>()("refresh-token-reused", QUEUE);

/** A password reset was requested. The consumer looks the account up, so that the response does not reveal it. */
export const passwordResetRequested = Outbox.define<{ readonly email: string }>()(
  "password-reset-requested",
  QUEUE,
);
export const verificationRequested = Outbox.define<OfUser>()("email-verification-requested", QUEUE);

/** A change of the address was requested: one email goes to the new address, one to the present one. */
export const emailChangeRequested = Outbox.define<OfUser & { readonly requestId: string }>()(
  "email-change-requested",
  QUEUE,
);
export const emailChangeTold = Outbox.define<OfUser & { readonly to: string }>()("email-change-told", QUEUE);

/** The address was changed: one event for each of both addresses. */
export const emailChanged = Outbox.define<OfUser & { readonly to: string }>()("email-changed", QUEUE);

export const passwordChanged = Outbox.define<OfUser>()("password-changed", QUEUE);

/** Too many unknown clients tried passwords for an address: the email lets its owner sign in. */
export const signInChallenged = Outbox.define<{ readonly email: string }>()("sign-in-challenged", QUEUE);

export const signedInFromNewClient = Outbox.define<OfUser & { readonly ip: string }>()(
  "signed-in-from-new-client",
  QUEUE,
);
export const signedInOnNewDevice = Outbox.define<OfUser & { readonly ip: string }>()(
  "signed-in-on-new-device",
  QUEUE,
);

export const roleChanged = Outbox.define<OfUser & { readonly role: Role; readonly before: Role }>()(
  "role-changed",
  QUEUE,
);
export const userBlocked = Outbox.define<OfUser>()("user-blocked", QUEUE);
export const userUnblocked = Outbox.define<OfUser>()("user-unblocked", QUEUE);

/** An erasure is due on a day, was canceled by a sign-in, or is due and held up. */
export const erasureAsked = Outbox.define<OfUser & { readonly dueAt: string }>()(
  "account-erasure-asked",
  QUEUE,
);
export const erasureCanceled = Outbox.define<OfUser>()("account-erasure-canceled", QUEUE);
export const erasureHeldUp = Outbox.define<OfUser>()("account-erasure-held-up", QUEUE);

/** The export of an account's data is ready for the owner who asked for it. */
export const exportReady = Outbox.define<{
  readonly userId: string;
  readonly ownershipId: string | undefined;
  readonly until: string;
}>()("account-export-ready", QUEUE);

export const secondFactorOn = Outbox.define<OfUser>()("second-factor-on", QUEUE);
export const secondFactorOff = Outbox.define<OfUser>()("second-factor-off", QUEUE);
export const recoveryCodeUsed = Outbox.define<OfUser & { readonly left: number }>()(
  "recovery-code-used",
  QUEUE,
);
export const recoveryCodesRenewed = Outbox.define<OfUser>()("recovery-codes-renewed", QUEUE);

/** One place tried so many wrong codes that it must wait. Published once a day at most. */
export const wrongCodesTried = Outbox.define<OfUser>()("wrong-codes-tried", QUEUE);

/** A device can confirm actions from now on. */
export const biometricsOn = Outbox.define<OfUser & { readonly sessionId: string }>()("biometrics-on", QUEUE);

/** An account has a new API key, which may do what its scopes allow: the owner must know. */
export const apiKeyCreated = Outbox.define<OfUser & { readonly keyId: string; readonly name: string }>()(
  "api-key-created",
  QUEUE,
);

// The events of phone numbers. They contain neither a code nor a whole number.

/** A code by text message was requested. It is made when the message is written. */
export const phoneCodeRequested = Outbox.define<OfUser & { readonly requestId: string }>()(
  "phone-code-requested",
  QUEUE,
);

export interface OfNumber extends OfUser {
  /** The last two digits. */
  readonly ending: string;
}

/** An account has proven a number, by which others can pay it from now on. */
export const phoneVerified = Outbox.define<OfNumber>()("phone-verified", QUEUE);
/** An account no longer has the number that it had proven. */
export const phoneGivenUp = Outbox.define<OfNumber>()("phone-given-up", QUEUE);
/** Another account has proven this account's number. */
export const phoneMoved = Outbox.define<OfNumber>()("phone-moved", QUEUE);

/** Returns the write of an event of a phone number. */
export const phoneEvent = <Type extends string>(
  definition: Outbox.EventDefinition<Type, OfNumber>,
  userId: string,
  phone: string,
): Outbox.EventWrite => Outbox.write(definition, { userId, ending: phone.slice(-2) });
