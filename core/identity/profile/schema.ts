import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";
import { version } from "../preferences/schema.ts";
import { firstName, lastName, mobileUser, phone, postalAddress, timestamp } from "../schema.ts";

/** The age limits of users, in years. */
export const MIN_AGE = 18;
export const MAX_AGE = 120;

const dateOfBirth = z.iso
  .date(rule("must be a date such as 1990-12-31", "doit être une date, comme 1990-12-31"))
  .meta({
    description: `The user must be ${MIN_AGE} to ${MAX_AGE} years old`,
    examples: ["1990-12-31"],
  });

/** A change of a profile. A missing field stays unchanged, null removes the value. */
export const profileChange = z.strictObject({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  phone: phone.nullable().optional(),
  dateOfBirth: dateOfBirth.nullable().optional(),
  address: postalAddress.nullable().optional(),
  version: version.optional().meta({
    description:
      "The version that the client has read. If the profile was changed since, the request fails with `VERSION_CONFLICT`. Without a version, the change is unconditional.",
  }),
});
export type ProfileChange = z.output<typeof profileChange>;

/** A profile, as shown to its owner. */
export const ownProfile = mobileUser
  .extend({
    emailVerified: timestamp
      .nullable()
      .meta({ description: "When the user proved the ownership of the address. Null before." }),
    phone: z.string().nullable().meta({ description: "E.164" }),
    phoneVerified: timestamp.nullable().meta({
      description: "When the user proved the number. Other users can then pay to it. Null before.",
    }),
    dateOfBirth: z.string().nullable(),
    address: postalAddress.nullable(),
    avatarUrl: z.string().meta({ description: "A URL. Without a picture, a `data:` URL with the initials." }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version,
  })
  .meta({ id: "Profile" });
