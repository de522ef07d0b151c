import bcrypt from "bcryptjs";
import { envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { ruleText, type Text, text } from "../kernel/texts/index.ts";
import { WeakPassword } from "./errors.ts";
import { MAX_PASSWORD_BYTES, newPassword, passwordBytes } from "./schema.ts";

/**
 * Passwords: kept only as a bcrypt hash (cost 12; spec 1, section 4.1), of their composed Unicode form, so
 * that one typed on another keyboard is the same. What bcrypt would cut off is refused, never cut.
 */

/** `BCRYPT_COST` is there for the tests; 12 is what the specification asks for. */
const cost = (): number => envInt("BCRYPT_COST", 12);

/**
 * The common passwords (OWASP ASVS 5, 6.2.4) that satisfy the specification's rules, in lower case: those
 * rules refuse nearly all of the list. Nothing else that satisfies them is refused, since the specification
 * says what a password must be.
 */
const COMMON = new Set(["p@ssw0rd", "p@$$w0rd"]);

/**
 * Refuses a password that breaks the rules or is one of the common ones.
 * @param field what the request calls it
 * @throws AUTH_WEAK_PASSWORD with what is wrong
 */
export function check(password: string, field = "password"): void {
  const broken = newPassword.safeParse(password).error?.issues.map(({ message }) => ruleText(message));
  if (broken) throw weak(text(broken.join(", "), broken.map(({ fr }) => fr).join(", ")), field);
  if (COMMON.has(password.toLowerCase())) throw weak(TOO_COMMON, field);
}

const TOO_COMMON = text(
  "is one of the most common ones; choose another",
  "est un des plus courants ; choisissez-en un autre",
);

const weak = (problem: Text, field: string) =>
  fail(WeakPassword, {
    message: text(`The password ${problem.en}.`, `Le mot de passe ${problem.fr}.`),
    details: { fields: [{ field, message: problem }] },
  });

/** The hash to keep of a password that was checked. */
export const hash = (password: string): Promise<string> => bcrypt.hash(password.normalize("NFC"), cost());

/**
 * Whether the password is the one hashed. Without a hash it takes as long and is not, so that time tells
 * nothing.
 */
export async function matches(password: string, hashed: string | undefined): Promise<boolean> {
  if (passwordBytes(password) > MAX_PASSWORD_BYTES || password.includes("\0")) return false;
  if (hashed !== undefined) return bcrypt.compare(password.normalize("NFC"), hashed);
  await hash(password);
  return false;
}
