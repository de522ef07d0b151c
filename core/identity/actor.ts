import { Forbidden, fail } from "../kernel/errors.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Language } from "../kernel/texts/index.ts";
import type { Plan } from "../platform/ratelimit/schema.ts";

/**
 * Who is acting. Core functions take an actor as their explicit first argument and build keys from it, so a
 * query without an owner cannot be written. Only the handler chain makes actors, from a credential that it
 * has checked.
 */

/** The roles of the platform (spec 1, section 5, rule 5). ADMIN may do whatever any other role may. */
export const roles = ["PARTICULIER", "PROFESSIONNEL", "EMPLOYE", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** What every actor says of the account behind it. */
export interface Account {
  readonly userId: string;
  /** The account's own as the credential was read: what it may do ends with it, see `stamp.ts`. */
  readonly securityStamp: string;
  /** Who the account belonged to then: what its owner makes carries it. */
  readonly ownershipId: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
  /** In which language the account has asked to be told of things; undefined where it has not. */
  readonly language?: Language | undefined;
  /** The clock to read by (IANA). */
  readonly timeZone?: string | undefined;
}

interface User extends Account {
  readonly kind: "user";
  /**
   * The session of the credential; the key's id where that is an API key. What is logged of a call names it.
   */
  readonly sessionId: string;
}

/** An account signed in on the web. */
export interface WebActor extends User {
  readonly door: "web";
  readonly mode: "live";
}

/** An account signed in on a device. */
export interface MobileActor extends User {
  readonly door: "mobile";
  readonly deviceId: string;
  /** What it can confirm an action with: see `step-up/`. */
  readonly means: Means;
  readonly mode: "live";
}

/** How somebody can prove once more to be who signed in, beside the key that the device may have. */
export interface Means {
  /** Whether the account has a second factor. */
  readonly secondFactor: boolean;
}

/** What an API key allows its holder. */
export interface KeyGrant {
  readonly keyId: string;
  readonly plan: Plan;
  readonly scopes: readonly string[];
}

/** An account for which a developer's key acts. */
export interface KeyActor extends User {
  readonly door: "apiKey";
  readonly apiKey: KeyGrant;
  readonly mode: Mode;
}

/**
 * An account that acts, by whichever door it came in. A core function that is for one door alone asks for
 * that one.
 */
export type UserActor = WebActor | MobileActor | KeyActor;

/**
 * An account that acts on the live ledger: what there is no test of, such as payments by card, asks for this
 * type.
 */
export type LiveActor = UserActor & { readonly mode: "live" };

export const isLive = (actor: UserActor): actor is LiveActor => actor.mode === "live";

const userOf = (account: Account, sessionId: string) => {
  const { userId, securityStamp, ownershipId, role, email, name, language, timeZone } = account;
  const known = { userId, securityStamp, ownershipId, role, email, name, language, timeZone };
  return { kind: "user", sessionId, ...known } as const;
};

/** The actor of a web session. */
export const webActor = (account: Account, sessionId: string): WebActor => ({
  ...userOf(account, sessionId),
  door: "web",
  mode: "live",
});

/** The actor of a device's session. */
export const mobileActor = (
  account: Account,
  sessionId: string,
  deviceId: string,
  means: Means = { secondFactor: false },
): MobileActor => ({
  ...userOf(account, sessionId),
  door: "mobile",
  deviceId,
  means,
  mode: "live",
});

/** The actor of an API key. */
export const keyActor = (account: Account, { keyId, plan, scopes }: KeyGrant, mode: Mode): KeyActor => ({
  ...userOf(account, keyId),
  door: "apiKey",
  apiKey: { keyId, plan, scopes },
  mode,
});

declare const staff: unique symbol;
/**
 * An account whose role is EMPLOYE or ADMIN, seen to be so: functions on other people's money ask for this
 * type.
 */
export type StaffActor = UserActor & { readonly [staff]: true };

/** Narrows to staff. The chain's role check uses it too, so that there is one rule. */
export const isStaff = (actor: UserActor): actor is StaffActor => hasRole(actor, ["EMPLOYE"]);

/** Whether the actor's role is in the list. ADMIN always is (spec 1, section 5, rule 4). */
export const hasRole = (actor: UserActor, allowed: readonly Role[]): boolean =>
  isAdministrator(actor) || allowed.includes(actor.role);

export const isAdministrator = ({ role }: Pick<Account, "role">): boolean => role === "ADMIN";

/** @throws FORBIDDEN */
export function checkAdministrator(actor: Pick<Account, "role">): void {
  if (!isAdministrator(actor)) throw fail(Forbidden);
}
