import bcrypt from "bcryptjs";
import { env, envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { ruleText, type Text, text } from "../kernel/texts/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { isCommon } from "./common-passwords/index.ts";
import { password as storedPassword, userProfile } from "./entity.ts";
import { breached, tooCommon, WeakPassword } from "./errors.ts";
import { isPwned } from "./pwned-passwords.ts";
import { MAX_PASSWORD_BYTES, newPassword, passwordBytes } from "./schema.ts";

/**
 * Passwords. Only a bcrypt hash is stored (cost 12; spec 1, section 4.1), of the composed Unicode form, so that every keyboard
 * produces the same password. A password that bcrypt would truncate is rejected.
 */

/** The specification requires 12. Only tests set `BCRYPT_COST`. */
const cost = (): number => envInt("BCRYPT_COST", 12);

/**
 * Rejects a new password that breaks a rule, is built from a common one, or was found in a breach. `COMMON_PASSWORDS` and
 * `PWNED_PASSWORDS_URL` control the last two.
 * @param field the password's name in the request
 * @throws AUTH_WEAK_PASSWORD with the broken rules
 */
export async function assertStrong(password: string, field = "password"): Promise<void> {
  const broken = newPassword.safeParse(password).error?.issues.map(({ message }) => ruleText(message));
  if (broken) throw weak(text(broken.join(", "), broken.map(({ fr }) => fr).join(", ")), field);
  const rejectsCommon = env("COMMON_PASSWORDS", "reject") === "reject";
  if (rejectsCommon && (await isCommon(password))) throw weak(tooCommon, field);
  if (await isPwned(password)) throw weak(breached, field);
}

const weak = (problem: Text, field: string) =>
  fail(WeakPassword, {
    message: text(`The password ${problem.en}.`, `Le mot de passe ${problem.fr}.`),
    details: { fields: [{ field, message: problem }] },
  });

export const hash = (password: string): Promise<string> => bcrypt.hash(password.normalize("NFC"), cost());

/** Returns whether a password matches a hash. Takes the same time without a hash, so that the time does not reveal it. */
export async function matches(password: string, hashed: string | undefined): Promise<boolean> {
  if (passwordBytes(password) > MAX_PASSWORD_BYTES || password.includes("\0")) return false;
  if (hashed !== undefined) return bcrypt.compare(password.normalize("NFC"), hashed);
  await hash(password);
  return false;
}

// The hash is stored in a separate item, which few functions may read. The account stores its id. Both items are read together
// but not atomically, so a hash counts only if it has that id: readers see a concurrent change completely or not at all.

export const keyOf = (userId: string): Key => storedPassword.key({ userId });

/** Returns the id of a new password for the account's item, and the write of the hash for the same transaction. */
export function newPasswordItem(
  userId: string,
  hash: string,
): { readonly passwordId: string; readonly write: Table.Write } {
  const passwordId = Ids.secret(8);
  return { passwordId, write: { put: storedPassword.item({ userId, passwordId, hash }) } };
}

interface AccountAndHash {
  readonly item: Table.Item | undefined;
  /** Undefined if the account has no password. */
  readonly hash: string | undefined;
}

/**
 * Returns an account and the hash of its password, consistent with each other.
 * @param items the items of the account and its password, read together
 */
export async function readConsistent(
  userId: string,
  items: readonly (Table.Item | undefined)[],
): Promise<AccountAndHash> {
  const read = ifMatching(items);
  if (read) return read;
  // One item was read before a concurrent change, the other after it.
  const now = await Table.snapshot([userProfile.key({ userId }), keyOf(userId)]);
  return ifMatching(now) ?? { item: now[0], hash: undefined };
}

/** Returns undefined if the account has the id of another password, or none. */
function ifMatching([item, passwordItem]: readonly (Table.Item | undefined)[]): AccountAndHash | undefined {
  const named = item && userProfile.parse(item).passwordId;
  const stored = passwordItem && storedPassword.parse(passwordItem);
  return named === stored?.passwordId ? { item, hash: stored?.hash } : undefined;
}
