import { env } from "../kernel/env.ts";
import { Forbidden, fail } from "../kernel/errors.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Language } from "../kernel/texts/index.ts";
import type { Plan } from "../platform/ratelimit/schema.ts";

/**
 * The actor of a request. Core functions take it as their first argument and build keys from it, so that every query has an
 * owner. Only the handler chain creates actors, from a verified credential.
 */

/** The roles of the platform (spec 1, section 5, rule 5). ADMIN includes all others. */
export const roles = ["PARTICULIER", "PROFESSIONNEL", "EMPLOYE", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/**
 * The ways to prove who acts, strongest first. `provider` is a sign-in at an OAuth provider, and the only proof of an account
 * without a password.
 */
export const proofMethods = ["passkey", "biometric", "totp", "recovery", "password", "provider"] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** The methods that neither a password nor access to the mailbox gives. */
export const strongMethods: readonly ProofMethod[] = ["passkey", "totp", "recovery"];

/** The credentials with which an account can prove who acts. */
export interface Means {
  readonly passkey: boolean;
  readonly secondFactor: boolean;
  readonly password: boolean;
}

export interface Account {
  readonly userId: string;
  /** The account's security stamp when the credential was read. See `stamp.ts`. */
  readonly securityStamp: string;
  /** Identifies the account's owner. Objects that the owner creates store it. */
  readonly ownershipId: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
  /** The language that the user has chosen. */
  readonly language?: Language | undefined;
  /** The time zone (IANA). */
  readonly timeZone?: string | undefined;
  /** The latest reset of the password, or change of the email address. */
  readonly credentialsResetAt?: string | undefined;
  /** The first of the resets of which each followed another within 24 hours. Defaults to the latest. */
  readonly credentialsFirstResetAt?: string | undefined;
  /** Since when the account has a passkey or another second factor, without interruption. */
  readonly secondFactorAt?: string | undefined;
  /** Whether the user has proven the email address. */
  readonly isAddressProven?: boolean;
  /** Defaults to none. */
  readonly means?: Means;
}

interface User extends Account {
  readonly kind: "user";
  readonly means: Means;
  /** The session of the credential, or the id of the API key. Logs contain it. */
  readonly sessionId: string;
}

/** An account with a session. */
interface InSession extends User {
  readonly mode: "live";
  readonly authentication: Authentication;
  /** The role of staff that the session does not have until the second factor is proven in it. */
  readonly withheldRole?: Role;
}

/** The latest authentication in a session: the sign-in, or a later proof (`proof/`). */
export interface Authentication {
  /** UNIX seconds. */
  readonly at: number;
  readonly methods: readonly ProofMethod[];
}

/** An account signed in on the web. */
export interface WebActor extends InSession {
  readonly channel: "web";
}

/** An account signed in on a device. */
export interface MobileActor extends InSession {
  readonly channel: "mobile";
  readonly deviceId: string;
}

/** A person in the browser or in the app. */
export type PersonActor = WebActor | MobileActor;

/** The rights of an API key. */
export interface KeyGrant {
  readonly keyId: string;
  readonly plan: Plan;
  readonly scopes: readonly string[];
}

/** An account that acts with a developer's API key. */
export interface KeyActor extends User {
  readonly channel: "apiKey";
  readonly apiKey: KeyGrant;
  readonly mode: Mode;
}

/** An account that acts, with any authentication method. */
export type UserActor = WebActor | MobileActor | KeyActor;

/** An account that acts on the live ledger. Features that a sandbox does not have, such as card payments, require it. */
export type LiveActor = UserActor & { readonly mode: "live" };

export const isLive = (actor: UserActor): actor is LiveActor => actor.mode === "live";

const NO_MEANS: Means = { passkey: false, secondFactor: false, password: false };

const userFields = (account: Account, sessionId: string) => {
  const { userId, securityStamp, ownershipId, role, email, name, language, timeZone } = account;
  const { credentialsResetAt, credentialsFirstResetAt, secondFactorAt } = account;
  const { isAddressProven = false, means = NO_MEANS } = account;
  return {
    ...({ kind: "user" } as const),
    ...{ sessionId, userId, securityStamp, ownershipId, role, email, name },
    ...{ language, timeZone, isAddressProven, means },
    ...{ credentialsResetAt, credentialsFirstResetAt, secondFactorAt },
  } as const;
};

type Proven = Pick<InSession, "authentication" | "withheldRole">;

/** The platform itself, and tests, act for an account without a session. Such an actor has proven nothing. */
const UNPROVEN: Proven = { authentication: { at: 0, methods: [] } };

export const webActor = (account: Account, sessionId: string, proven = UNPROVEN): WebActor => ({
  ...{ ...userFields(account, sessionId), ...proven, mode: "live" },
  channel: "web",
});

export const mobileActor = (
  account: Account,
  sessionId: string,
  deviceId: string,
  proven = UNPROVEN,
): MobileActor => ({
  ...{ ...userFields(account, sessionId), ...proven, mode: "live" },
  channel: "mobile",
  deviceId,
});

export const keyActor = (account: Account, { keyId, plan, scopes }: KeyGrant, mode: Mode): KeyActor => ({
  ...userFields(account, keyId),
  channel: "apiKey",
  apiKey: { keyId, plan, scopes },
  mode,
});

declare const staff: unique symbol;
/** An account whose role was checked to be EMPLOYE or ADMIN. Functions on other users' money require it. */
export type StaffActor = UserActor & { readonly [staff]: true };

/** Returns whether a role gives power over other users. */
export const isStaffRole = (role: Role): boolean => role === "EMPLOYE" || role === "ADMIN";

/** Returns whether a role of staff needs a proven second factor. Only the local stage accepts `STAFF_SECOND_FACTOR=off`. */
export const staffNeedsSecondFactor = (): boolean => env("STAFF_SECOND_FACTOR", "required") !== "off";

/** Narrows an actor to staff. The chain's role check uses it, too. */
export const isStaff = (actor: UserActor): actor is StaffActor => hasRole(actor, ["EMPLOYE"]);

/** Returns whether the actor's role is in the list. ADMIN always is (spec 1, section 5, rule 4). */
export const hasRole = (actor: UserActor, allowed: readonly Role[]): boolean =>
  isAdministrator(actor) || allowed.includes(actor.role);

export const isAdministrator = ({ role }: Pick<Account, "role">): boolean => role === "ADMIN";

/** @throws FORBIDDEN */
export function checkAdministrator(actor: Pick<Account, "role">): void {
  if (!isAdministrator(actor)) throw fail(Forbidden);
}
