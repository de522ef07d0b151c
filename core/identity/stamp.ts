import { Unauthenticated } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Account } from "./actor.ts";
import { userProfile } from "./entity.ts";

/**
 * The security stamp of an account. Every session and API key carries the stamp that the account had at the proof for it,
 * and counts only while the account still has it. So a new password, a block or a hand-over ends all of them in the one
 * write that changes the stamp, whatever is created concurrently. The invalid ones are deleted later.
 */

export const newStamp = (): string => Ids.secret(8);

type Stamped = Pick<Account, "securityStamp">;

/** The account that a stamp belongs to. */
export type Holder = Pick<Account, "userId" | "securityStamp">;

/** Returns whether a session, key or actor still counts. */
export const isOf = (carried: Stamped, account: Stamped): boolean =>
  carried.securityStamp === account.securityStamp;

/**
 * Returns the check that the account still has its actor's stamp, for a transaction whose result outlives the actor.
 * @throws UNAUTHORIZED
 */
export const stillHolds = ({ userId, securityStamp }: Holder): Table.Write => ({
  check: userProfile.key({ userId }),
  // The platform's own market maker has no account.
  where: Where.any(Where.absent, Where.is({ securityStamp })),
  onConditionFailed: Unauthenticated,
});
