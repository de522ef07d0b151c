import type { Role, UserActor } from "../actor.ts";
import type { User } from "../user.ts";

/** A change of a user's role: by whom, what, and what comes of it. */

/** Whoever may give roles: an administrator, or an operator who has the table in hand. */
export type Author = UserActor | { readonly operator: string };

/** A change of a role as it is asked for. */
export interface Change {
  readonly role: Role;
  readonly reason: string;
  /** The request of another administrator that this one approves. */
  readonly approvalId?: string | undefined;
}

/** Who has which role now, or what waits for a second administrator. */
export type Outcome =
  | { readonly kind: "changed"; readonly user: User }
  | { readonly kind: "pending"; readonly approvalId: string; readonly expiresAt: string };
