import * as Table from "../../platform/table/index.ts";
import { phoneClaim } from "../entity.ts";
import { hasProvenPhone, type User } from "../user.ts";
import * as Users from "../users.ts";

/** What `ownerOf` reads first. */
export const claimKey = (phone: string): Table.Key => phoneClaim.key({ phone });

/**
 * The user who has proven a phone number, or undefined: who merely entered it counts for nothing.
 * @param phone E.164
 */
export async function ownerOf(phone: string): Promise<User | undefined> {
  const claim = await Table.find(phoneClaim, { phone });
  const user = claim && (await Users.fromId(claim.userId));
  // Between the two reads the number may have gone to somebody else.
  return user && hasProvenPhone(user, phone) ? user : undefined;
}
