import { invalidField } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import { phoneClaim } from "../entity.ts";
import { hasProvenPhone, type User } from "../user.ts";
import * as Users from "../users.ts";

/**
 * Parses a phone number in international form and returns it in E.164.
 * @param field the number's name in the request
 * @throws INVALID_REQUEST if no network has such a number
 */
export async function parsePhone(given: string, field = "phone"): Promise<string> {
  const { parsePhoneNumberFromString } = await import("./number.lazy.ts");
  const number = parsePhoneNumberFromString(given);
  if (number?.isValid()) return number.number;
  const message = text(
    "must be an existing phone number in international form, such as +33612345678",
    "doit être un numéro de téléphone existant, au format international, comme +33612345678",
  );
  throw invalidField(field, message);
}

/** Returns the key that `ownerOf` reads first, for handlers that prefetch it. */
export const claimKey = (phone: string): Table.Key => phoneClaim.key({ phone });

/** Returns the user who has proven a phone number (E.164). Ignores unproven numbers of profiles. */
export async function ownerOf(phone: string): Promise<User | undefined> {
  const claim = await Table.find(phoneClaim, { phone });
  const user = claim && (await Users.fromId(claim.userId));
  // Another user may have proven the number between the two reads.
  return user && hasProvenPhone(user, phone) ? user : undefined;
}
