import { failFields } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { Account } from "../actor.ts";
import { BusinessNameNotAllowed } from "../errors.ts";
import * as Kyc from "../kyc/index.ts";

/**
 * Names that other users see. Registration accepts any text as a name, so that a name may pretend to be a link or the platform's
 * staff. Such a name is shown to others only after the identity verification, which compares it with a document. A business's name
 * is always shown to its payers, so such a name is rejected until the business is verified.
 */

/** Returns whether a name contains an address, a domain or a word of the platform or its staff. Also true for a name that could be read as one. */
export async function isMisleadingName(name: string): Promise<boolean> {
  const { isMisleading } = await import("./misleading-name.lazy.ts");
  return isMisleading(name);
}

/** Returns the name of a user for other users: the masked email address while a misleading name is not verified. */
export async function publicName({
  userId,
  name,
  email,
}: Pick<Account, "userId" | "name" | "email">): Promise<string> {
  if (!(await isMisleadingName(name))) return name;
  const { status } = Kyc.fromItem(userId, await Table.get(Kyc.keyOf(userId)));
  return status === "VALIDATED" ? name : maskEmail(email);
}

/**
 * Asserts that a name may be shown to the customers of a user's business.
 * @param field the name's field in the request
 * @throws BUSINESS_NAME_NOT_ALLOWED if it is misleading, and the business not verified
 */
export async function assertBusinessName(userId: string, field: string, name: string): Promise<void> {
  if (!(await isMisleadingName(name))) return;
  const { status, kind } = Kyc.fromItem(userId, await Table.get(Kyc.keyOf(userId)));
  if (status === "VALIDATED" && kind === "KYB") return;
  const message = text(
    "must not contain a web address or a word such as bank, support or services until the business is verified",
    "ne doit contenir ni adresse web ni mot comme banque, support ou services tant que l'entreprise n'est pas vérifiée",
  );
  throw failFields(BusinessNameNotAllowed, [{ field, message }]);
}

/** Masks an address: `a***@example.com`. */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  return `${first}***${email.slice(email.lastIndexOf("@"))}`;
}

/**
 * Shortens a public name for a sender who has not paid the user yet: `Ada L.`. It is enough to notice a wrong recipient,
 * and too little to collect names by guessing addresses. A masked address stays.
 */
export function shortenName(name: string): string {
  if (name.includes("@")) return name;
  const [first = "", ...others] = name.trim().split(/\s+/);
  return [first, ...others.slice(-1).map(([initial = ""]) => `${initial.toUpperCase()}.`)].join(" ");
}
