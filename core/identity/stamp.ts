import { Unauthenticated } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Account } from "./actor.ts";
import { userProfile } from "./entity.ts";

/**
 * The security stamp of an account. Every session and API key stores the account's stamp at its creation, and is valid only
 * while the account has that stamp. A new password, a block or a hand-over changes the stamp and so ends all of them in one
 * write, including concurrently created ones. Their items are deleted later.
 */

export const newStamp = (): string => Ids.secret(8);

type Stamped = Pick<Account, "securityStamp">;

/** The account that a stamp belongs to. */
export type Holder = Pick<Account, "userId" | "securityStamp">;

/** Returns whether a session, key or actor has the account's current stamp. */
export const matches = (carried: Stamped, account: Stamped): boolean =>
  carried.securityStamp === account.securityStamp;

/**
 * Returns the check that the account still has the actor's stamp, for a transaction whose result outlives the session.
 * @throws UNAUTHORIZED
 */
export const assertUnchanged = ({ userId, securityStamp }: Holder): Table.Write => ({
  check: userProfile.key({ userId }),
  // The platform's own market maker has no account.
  where: Where.any(Where.absent, Where.is({ securityStamp })),
  onConditionFailed: Unauthenticated,
});
