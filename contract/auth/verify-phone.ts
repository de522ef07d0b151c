import * as z from "zod";
import { WrongPassword } from "../../core/identity/errors.ts";
import {
  PhoneCountryNotServed,
  PhoneMissing,
  PhoneVerifiedAlready,
} from "../../core/identity/phones/errors.ts";
import { password, phone } from "../../core/identity/schema.ts";
import { PHONE_MESSAGE, verifyPhone } from "../account.ts";
import { done, hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Verification of an account's phone number. Not in the specification. */

const route = defineFamily({
  id: "auth.verify-phone",
  path: "/api/auth/verify-phone",
  family: "auth",
  auth: "session",
  limit: limits.phone,
  method: "POST",
});

export const request = route({
  ...hashesPassword,
  id: "request",
  path: "/request",
  summary: "Request a text message that verifies the account's phone number",
  description:
    `Sent to the account's number, or to \`phone\`, which becomes the account's once it is verified. ${PHONE_MESSAGE} ` +
    "For a number that replaces a verified one, `password` counts as a proof.",
  proof: { when: "`phone` replaces a verified number" },
  request: { body: z.strictObject({ phone: phone.optional(), password: password.optional() }) },
  response: { status: 202, description: "The text message is on its way", body: done },
  errors: [PhoneMissing, PhoneVerifiedAlready, PhoneCountryNotServed, WrongPassword],
  grants: { table: "write", credentials: ["phoneCode", "password"], queues: ["notifications"] },
});

export const confirm = route({ ...verifyPhone, id: "confirm" });
