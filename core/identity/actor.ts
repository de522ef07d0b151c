/**
 * Who is acting. Core functions take an actor as their explicit first argument and build keys from it, so a query
 * without an owner cannot be written. Only the handler chain makes actors, from a credential that it has checked.
 */

/** The roles of the platform (spec 1, section 5, rule 5). ADMIN may do whatever any other role may. */
export const roles = ["PARTICULIER", "PROFESSIONNEL", "EMPLOYE", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** A signed-in account. */
export interface UserActor {
  readonly kind: "user";
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
}

declare const staff: unique symbol;
/** An account whose role is EMPLOYE or ADMIN, seen to be so: functions on other people's money ask for this type. */
export type StaffActor = UserActor & { readonly [staff]: true };

export type Actor = UserActor;

/** Narrows to staff. The chain's role check uses it too, so that there is one rule. */
export const isStaff = (actor: UserActor): actor is StaffActor => hasRole(actor, ["EMPLOYE"]);

/** Whether the actor's role is in the list. ADMIN always is (spec 1, section 5, rule 4). */
export const hasRole = (actor: UserActor, allowed: readonly Role[]): boolean =>
  actor.role === "ADMIN" || allowed.includes(actor.role);
