import * as z from "zod";
import { WrongPassword } from "../../core/identity/errors.ts";
import {
  InvalidPhoneCode,
  PhoneCountryNotServed,
  PhoneMissing,
  PhoneVerifiedAlready,
} from "../../core/identity/phones/errors.ts";
import { phoneCode } from "../../core/identity/phones/schema.ts";
import { password, phone } from "../../core/identity/schema.ts";
import { done, phoneTexts } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";

/** The proof of an account's phone number. Not in the specification. */

const route = defineFamily({
  id: "auth.verify-phone",
  path: "/api/auth/verify-phone",
  family: "auth",
  auth: "session",
  limit: limits.phone,
});

export const request = route({
  id: "request",
  method: "POST",
  path: "/request",
  summary: "Ask for a text message that proves the account's phone number",
  description:
    `The account's number, or \`phone\`, which is the account's once it is proven. ${phoneTexts.request} ` +
    "Where the number takes the place of a proven one, `password` is the account's; one without a password needs none.",
  request: { body: z.strictObject({ phone: phone.optional(), password: password.optional() }) },
  responses: { 202: { description: "The text message is on its way", body: done } },
  errors: [PhoneMissing, PhoneVerifiedAlready, PhoneCountryNotServed, WrongPassword],
  grants: { table: "write", credentials: ["phoneCode", "password"], queues: ["notifications"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const confirm = route({
  id: "confirm",
  method: "POST",
  summary: "Prove the account's phone number by the text message's code",
  description: phoneTexts.confirm,
  request: { body: z.strictObject({ code: phoneCode }) },
  responses: {
    200: { description: "The account has proven this number", body: done.extend({ phone: z.string() }) },
  },
  errors: [InvalidPhoneCode],
  grants: { table: "write", credentials: ["phoneCode"], secrets: ["SEALING_SECRET"] },
});
