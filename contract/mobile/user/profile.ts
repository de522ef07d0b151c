import { EmailTaken, IdentityVerified, VersionConflict } from "../../../core/identity/errors.ts";
import { SameEmail } from "../../../core/identity/mail-links/errors.ts";
import { ownProfile, profileChange } from "../../../core/identity/profile/schema.ts";
import { email } from "../../../core/identity/schema.ts";

import { changesSomething } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";

/** The profile of the mobile app: MOBILE.md, section User. */

const route = defineFamily({
  id: "mobile.user.profile",
  path: "/api/v1/mobile/user/profile",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const read = route({
  id: "read",
  method: "GET",
  summary: "The caller's profile",
  countedBeside: true,
  responses: { 200: { description: "The profile", body: ownProfile } },
  grants: { table: "read" },
});

export const update = route({
  id: "update",
  method: "PATCH",
  summary: "Change the caller's profile",
  description:
    "What is left out stays; null takes a phone, an address or a date of birth away. An address is replaced as a whole. With `version`, " +
    "the one that was read, the change is refused with `VERSION_CONFLICT` where another was faster (`details.version` is the current " +
    "one); without it the last one to write a field wins. Once the identity was verified (`VALIDATED`), names and date of birth stay " +
    "as they are: `IDENTITY_VERIFIED`. The web's one name is first and last name. Another `email` is the account's once the letter to it is " +
    "confirmed (`POST /api/v1/mobile/auth/change-email/confirm`); until then the profile shows the one before. " +
    "Another address is asked for at most five times in 15 minutes. Another `phone` is not proven (`phoneVerified` is null): nobody is paid by it " +
    "before it is (`POST /api/v1/mobile/auth/verify-phone/request`).",
  request: {
    body: profileChange
      .extend({ email: email.optional() })
      .refine(...changesSomething("firstName", "lastName", "phone", "dateOfBirth", "address", "email")),
  },
  responses: { 200: { description: "The profile as it is now", body: ownProfile } },
  errors: [VersionConflict, IdentityVerified, EmailTaken, SameEmail],
  stepUp: { when: "`email` is another address, or `phone` takes the place of a proven number" },
  grants: { table: "write", credentials: ["mailLink"], queues: ["notifications"] },
});
