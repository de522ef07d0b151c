import type { UserActor } from "../identity/actor.ts";
import { allowedFromMs, newRecipient, recentResetError, waitError } from "../identity/after-reset.ts";
import { untrustedSince, waitEndMs } from "../identity/resets.ts";
import { walletOf } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";

/** The payments to new recipients in the 24 hours after a reset of the credentials (`identity/resets.ts`). */

/** The number of the account's latest entries before the reset in which a recipient is searched. */
const SEARCHED = 500;

/**
 * Asserts that an actor may pay recipients now: the credentials were not reset recently, the session has a recent proof by a
 * passkey or second factor from before the reset, or the account has paid each recipient before it.
 * @param recipients undefined for one who is looked up later
 * @throws STEP_UP_REQUIRED with the methods of the account, and `allowedFrom` (ISO 8601)
 */
export async function assertAllowedAfterReset(
  actor: UserActor,
  from: AccountRef,
  recipients: readonly (AccountRef | undefined)[],
): Promise<void> {
  const allowedFrom = allowedFromMs(actor);
  if (allowedFrom === undefined) return;
  const known = await paidBefore(from, untrustedSince(actor));
  if (!recipients.every((one) => one !== undefined && known.has(one.account)))
    throw recentResetError(actor, allowedFrom, newRecipient);
}

/**
 * Asserts that the platform may make a scheduled payment of an account now: as for a transfer, its recipient was paid before, or
 * no reset was recent. No person is present who could prove it, so a strong proof does not help.
 * @param recipient undefined for a bank account. @param isContinued whether the same payment has paid this recipient before
 * @throws STEP_UP_REQUIRED with `allowedFrom`
 */
export async function assertScheduleAllowedAfterReset(
  owner: Parameters<typeof waitEndMs>[0],
  from: AccountRef,
  recipient: AccountRef | undefined,
  isContinued: boolean,
): Promise<void> {
  const allowedFrom = waitEndMs(owner);
  if (allowedFrom === undefined || isContinued) return;
  if (!recipient || !(await paidBefore(from, untrustedSince(owner))).has(recipient.account))
    throw waitError(allowedFrom);
}

/** Asserts that an actor may pay a bank account that is not saved, or was saved at a time. @throws STEP_UP_REQUIRED */
export function assertPayeeAllowedAfterReset(actor: UserActor, savedAt: string | undefined): void {
  const allowedFrom = allowedFromMs(actor);
  if (allowedFrom === undefined) return;
  if (savedAt === undefined || savedAt >= untrustedSince(actor))
    throw recentResetError(actor, allowedFrom, newRecipient);
}

/** Returns the accounts that an account has paid before a time, in its latest entries. */
async function paidBefore({ account }: AccountRef, before: string): Promise<ReadonlySet<string>> {
  const { pk, sk } = historyLine.key({ walletId: walletOf(account) ?? "", createdAt: before, position: "-" });
  const range = { pk, from: "AT#", upTo: sk, newestFirst: true, limit: SEARCHED };
  const lines = (await Table.query(range)).items.map((item) => historyLine.parse(item));
  const keys = lines
    .filter(({ available }) => available < 0n)
    .map(({ entryId }) => journalEntry.key({ entryId }));
  const entries = (await Table.getMany(keys)).flatMap((item) => (item ? [fromItem(item)] : []));
  const credits = entries.flatMap(({ postings }) => postings.filter(({ amount }) => amount > 0n));
  return new Set(credits.map((posting) => posting.account));
}
