import { EmailTaken, IdentityVerified, VersionConflict } from "../../../core/identity/errors.ts";
import { SameEmail } from "../../../core/identity/mail-links/errors.ts";
import { ownProfile, profileChange } from "../../../core/identity/profile/schema.ts";
import { email } from "../../../core/identity/schema.ts";
import { changesSomething } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { shared } from "../schemas.ts";

/** The profile of the mobile app: MOBILE.md, section User. */

const route = defineFamily({ ...shared, id: "mobile.user.profile", path: "/api/v1/mobile/user/profile" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the caller's profile",
  countsConcurrently: true,
  response: { description: "The profile", body: ownProfile },
});

export const update = route({
  id: "update",
  method: "PATCH",
  summary: "Change the caller's profile",
  description:
    "Omitted fields stay; null removes a phone, an address or a date of birth. An address is replaced as a whole. With `version`, fails with " +
    "`VERSION_CONFLICT` after a concurrent change (`details.version` is the current one); without it the last write wins. After verification " +
    "(`VALIDATED`) names and date of birth cannot change: `IDENTITY_VERIFIED`. The name on the web is first and last name.\n\n" +
    "A new `email` applies once it is confirmed (`POST /api/v1/mobile/auth/change-email/confirm`); at most five requests in 15 minutes. A new `phone` " +
    "is unverified (`phoneVerified` is null) and cannot be paid until it is (`POST /api/v1/mobile/auth/verify-phone/request`).",
  request: {
    body: profileChange
      .extend({ email: email.optional() })
      .refine(...changesSomething("firstName", "lastName", "phone", "dateOfBirth", "address", "email")),
  },
  response: { description: "The changed profile", body: ownProfile },
  errors: [VersionConflict, IdentityVerified, EmailTaken, SameEmail],
  proof: { when: "`email` changes, or `phone` replaces a verified number" },
  grants: { table: "write", credentials: ["mailLink"], queues: ["notifications"] },
});
