import bcrypt from "bcryptjs";
import { fail } from "../errors.ts";
import { envInt } from "../platform/env.ts";
import { WeakPassword } from "./errors.ts";
import { MAX_PASSWORD_BYTES, newPassword, passwordBytes } from "./schema.ts";

/**
 * Passwords: kept only as a bcrypt hash (cost 12; spec 1, section 4.1), of their composed Unicode form, so that one typed on
 * another keyboard is the same. What bcrypt would cut off is refused, never cut.
 */

/** `BCRYPT_COST` is there for the tests; 12 is what the specification asks for. */
const cost = (): number => envInt("BCRYPT_COST", 12);

/** Well-known passwords that satisfy the rules of composition, in lower case. Short on purpose: it is no substitute for a breach list. */
const COMMON = new Set([
  "password1!",
  "password123!",
  "passw0rd!",
  "p@ssw0rd",
  "p@ssword1",
  "p@ssw0rd1",
  "azerty123!",
  "azertyuiop1!",
  "qwerty123!",
  "qwertyuiop1!",
  "welcome1!",
  "welcome123!",
  "admin123!",
  "abcd1234!",
  "aa123456!",
  "letmein1!",
  "changeme1!",
  "iloveyou1!",
  "motdepasse1!",
  "motdepasse123!",
  "bonjour1!",
  "soleil123!",
]);

/** A shorter name of an address is found in many passwords by chance. */
const MIN_NAME_LENGTH = 5;

/**
 * Refuses a password that breaks the rules, is well known, or has the name of the user's own e-mail address in it.
 * @throws AUTH_WEAK_PASSWORD with what is wrong
 */
export function check(password: string, email: string): void {
  const broken = newPassword.safeParse(password).error?.issues.map(({ message }) => message);
  if (broken) throw fail(WeakPassword, { message: `The password ${broken.join(", ")}.` });
  const lower = password.normalize("NFC").toLowerCase();
  const name = email.split("@")[0]?.toLowerCase() ?? "";
  if (COMMON.has(lower)) throw fail(WeakPassword);
  if (name.length >= MIN_NAME_LENGTH && lower.includes(name)) {
    throw fail(WeakPassword, { message: "The password has the name of your e-mail address in it." });
  }
}

/** The hash to keep of a password that was checked. */
export const hash = (password: string): Promise<string> => bcrypt.hash(password.normalize("NFC"), cost());

/** Whether the password is the one hashed. Without a hash it takes as long and is not, so that time tells nothing. */
export async function matches(password: string, hashed: string | undefined): Promise<boolean> {
  if (passwordBytes(password) > MAX_PASSWORD_BYTES || password.includes("\0")) return false;
  if (hashed !== undefined) return bcrypt.compare(password.normalize("NFC"), hashed);
  await hash(password);
  return false;
}
