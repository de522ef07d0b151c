import * as Ids from "../kernel/ids/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { password, userProfile } from "./entity.ts";

/**
 * Where an account's password is kept: its hash in an item of its own, which few functions may read, under an id by which
 * the account names it. The two are read together and not at one instant, so a hash counts only under the id that the
 * account names: whoever signs in while the password changes does so with the old account and the old hash, or the new.
 */

export const keyOf = (userId: string): Key => password.key({ userId });

/** A password that is to be an account's: the id for the account, and the write for the same transaction. */
export function keeping(
  userId: string,
  hash: string,
): { readonly passwordId: string; readonly write: Table.Write } {
  const passwordId = Ids.secret(8);
  return { passwordId, write: { put: password.item({ userId, passwordId, hash }) } };
}

/** The write that an account has no password any more, for the transaction that takes its id off the account. */
export const removing = (userId: string): Table.Write => ({ remove: keyOf(userId) });

interface Both {
  /** The account's. */
  readonly item: Table.Item | undefined;
  /** Undefined where it has no password. */
  readonly hash: string | undefined;
}

/**
 * An account and the hash of its password, as both are at one instant.
 * @param items the account's and the password's, as they were read together
 */
export async function together(userId: string, items: readonly (Table.Item | undefined)[]): Promise<Both> {
  const read = bothOf(items);
  if (read) return read;
  // One was read before a change and the other after it.
  const now = await Table.snapshot([userProfile.key({ userId }), keyOf(userId)]);
  return bothOf(now) ?? { item: now[0], hash: undefined };
}

/** Undefined where the account names another password, or there is one that it does not name. */
function bothOf([item, kept]: readonly (Table.Item | undefined)[]): Both | undefined {
  const named = item && userProfile.parse(item).passwordId;
  const known = kept && password.parse(kept);
  return named === known?.passwordId ? { item, hash: known?.hash } : undefined;
}
