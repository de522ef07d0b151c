import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

export const phoneCode = entity({
  name: "PhoneCode",
  about:
    "The code of a user's latest request to prove a phone number: sealed, with what it is bound to and how often it was tried. A newer request takes its place.",
  pk: "USER#{userId}",
  sk: "PHONECODE",
  schema: z.object({
    userId: z.string(),
    /** E.164. */
    phone: z.string(),
    requestId: z.string(),
    /** There is none before the message is sent. */
    sealedCode: z.string().optional(),
    codeTries: storedNumber.default(0),
    /** The account's as the code was asked for: it dies with that. */
    securityStamp: z.string(),
    usedAt: z.string().optional(),
    ttl: storedNumber,
  }),
  expires: "10 minutes after the code was sent (attribute ttl)",
  answers: { "which code proves a number of this user": "GetItem pk, sk" },
});
