import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";
import { version } from "../preferences/schema.ts";
import { firstName, lastName, mobileUser, phone, postalAddress, timestamp } from "../schema.ts";

/** How old a user may be, in years. */
export const LEAST_AGE = 18;
export const MOST_AGE = 120;

const dateOfBirth = z.iso
  .date(rule("must be a date such as 1990-12-31", "doit être une date, comme 1990-12-31"))
  .meta({
    description: `Of somebody who is ${LEAST_AGE} to ${MOST_AGE} years old`,
    examples: ["1990-12-31"],
  });

/** A change of a profile. A missing field stays, null removes it. */
export const profileChange = z.strictObject({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  phone: phone.nullable().optional(),
  dateOfBirth: dateOfBirth.nullable().optional(),
  address: postalAddress.nullable().optional(),
  version: version.optional().meta({
    description:
      "The version that was read: refused with `VERSION_CONFLICT` where it was changed since. Left out, the change is made to whatever is there",
  }),
});
export type ProfileChange = z.output<typeof profileChange>;

/** A profile as its owner sees it. */
export const ownProfile = mobileUser
  .extend({
    emailVerified: timestamp.nullable().meta({ description: "When the address was proven; null before" }),
    phone: z.string().nullable().meta({ description: "E.164" }),
    phoneVerified: timestamp.nullable().meta({
      description: "When the number was proven, by which others can pay from then on; null before",
    }),
    dateOfBirth: z.string().nullable(),
    address: postalAddress.nullable(),
    avatarUrl: z
      .string()
      .meta({ description: "A URL; a `data:` URL of the initials where there is no picture" }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version,
  })
  .meta({ id: "Profile" });
