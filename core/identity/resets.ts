import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type Account, type PersonActor, strongMethods, type UserActor } from "./actor.ts";
import { isRecent } from "./recent-proof.ts";

/**
 * Resets of the credentials: a reset of the password by link, a change of the email address, its undo, or the first sign-in with
 * a provider's account of the same address. Access to the mailbox is enough for them, so a thief may own the account afterwards.
 * For 24 hours it pays new recipients, and controls cards, only with a proof by a passkey or a second factor from before
 * (`after-reset.ts`).
 *
 * A reset within these 24 hours continues the first one. Otherwise a thief could add a second factor or a bank account after one
 * reset, and make it count as the owner's by another.
 */

const WAIT_MS = DAY_MS;

type Resets = Pick<Account, "credentialsResetAt" | "credentialsFirstResetAt">;

/** Returns whether the wait after a reset is in progress. */
export const isInWait = (account: Resets): boolean => waitEndMs(account) !== undefined;

/** Returns when the wait after a reset ends, in milliseconds; undefined if none is in progress. */
export function waitEndMs({ credentialsResetAt }: Resets): number | undefined {
  if (credentialsResetAt === undefined) return undefined;
  const endMs = Date.parse(credentialsResetAt) + WAIT_MS;
  return endMs > Clock.nowMs() ? endMs : undefined;
}

/** Returns the time from which on credentials and payees may be a thief's; empty without a reset. */
export const untrustedSince = ({ credentialsResetAt = "", credentialsFirstResetAt }: Resets): string =>
  credentialsFirstResetAt ?? credentialsResetAt;

/** Returns the attributes of a profile whose credentials are reset. @param account before the reset */
export const resetFields = (account: Resets, at: string) => ({
  credentialsResetAt: at,
  credentialsFirstResetAt: waitEndMs(account) === undefined ? at : untrustedSince(account),
});

/**
 * Returns whether a sign-in with a linked account proves who acts. In the wait after a reset, an account linked since then does not
 * if an older one exists: a person who controls the mailbox can link one by its address alone.
 */
export function provesOwner(
  user: Resets & { readonly accounts: readonly Linked[] },
  used: ProviderAccount,
): boolean {
  if (waitEndMs(user) === undefined) return true;
  const isOld = ({ linkedAt }: Linked) => linkedAt < untrustedSince(user);
  const isUsed = ({ provider, subject }: Linked) => provider === used.provider && subject === used.subject;
  return !user.accounts.some(isOld) || user.accounts.some((one) => isUsed(one) && isOld(one));
}

interface ProviderAccount {
  readonly provider: string;
  readonly subject: string;
}

interface Linked extends ProviderAccount {
  readonly linkedAt: string;
}

/** Returns whether an account has had a passkey or another second factor since before the reset. */
export const hadFactorBefore = ({ secondFactorAt, ...account }: UserActor): boolean =>
  secondFactorAt !== undefined && secondFactorAt < untrustedSince(account);

/** Returns whether a code of the second factor would let a person pay new recipients, in the wait after a reset. */
export const needsStrongProof = (actor: PersonActor): boolean =>
  waitEndMs(actor) !== undefined && hadFactorBefore(actor) && !isRecent(actor, strongMethods);
