import { Unauthenticated } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Account } from "./actor.ts";
import { userProfile } from "./entity.ts";

/**
 * The security stamp of an account. Every session and every API key carries the one that the account had when
 * the proof for it was given, and counts only while the account still has it. So a new password, a block and
 * a hand-over end all of them in the one write that changes the stamp, whatever is made at the same time; what
 * is dead is cleared away later.
 */

export const newStamp = (): string => Ids.secret(8);

/** What carries a stamp: a session, a key, an actor. */
export type Stamped = Pick<Account, "securityStamp">;

/** Whose stamp it is. */
export type Holder = Pick<Account, "userId" | "securityStamp">;

/** Whether what carries the stamp still counts. */
export const isOf = (carried: Stamped, account: Stamped): boolean =>
  carried.securityStamp === account.securityStamp;

/**
 * The check that the account still has the stamp that its actor came with, for a transaction that makes what
 * would outlive the actor.
 * @throws UNAUTHORIZED
 */
export const stillHolds = ({ userId, securityStamp }: Holder): Table.Write => ({
  check: userProfile.key({ userId }),
  // What there is no account of is not handed over: a market maker of the platform's own.
  where: Where.any(Where.absent, Where.is({ securityStamp })),
  onConditionFailed: Unauthenticated,
});
