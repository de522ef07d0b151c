import * as Table from "../../platform/table/index.ts";
import type { Account } from "../actor.ts";
import * as Kyc from "../kyc/index.ts";

/**
 * Names that other users see. Registration accepts any text as a name, so that a name may pretend to be a link or the platform's
 * staff. Such a name is shown to others only after the identity verification, which compares it with a document.
 */

/** Returns whether a name contains an address, a domain or a word of the platform or its staff. Also true for a name that could be read as one. */
export async function isDoubtfulName(name: string): Promise<boolean> {
  const { isDoubtful } = await import("./doubtful-name.lazy.ts");
  return isDoubtful(name);
}

/** Returns the name of a user for other users: the masked email address while a doubtful name is not verified. */
export async function publicName({
  userId,
  name,
  email,
}: Pick<Account, "userId" | "name" | "email">): Promise<string> {
  if (!(await isDoubtfulName(name))) return name;
  const { status } = Kyc.fromItem(userId, await Table.get(Kyc.keyOf(userId)));
  return status === "VALIDATED" ? name : maskEmail(email);
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
