import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

export const phoneCode = entity({
  name: "PhoneCode",
  about:
    "The sealed code of a user's latest request to prove a phone number, with its account and number and how often it was tried. A newer request replaces it.",
  pk: "SECRET#PHONECODE#{userId}",
  sk: "PHONECODE",
  schema: z.object({
    userId: z.string(),
    /** E.164. */
    phone: z.string(),
    requestId: z.string(),
    /** Missing until the message is sent. */
    sealedCode: z.string().optional(),
    codeTries: storedNumber.default(0),
    /** The account's stamp at the request. The code ends when it changes. */
    securityStamp: z.string(),
    usedAt: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { sealedCode: "phone-code:{userId}:{phone}" },
  expires: "10 minutes after the code was sent (attribute ttl)",
  holds: "a phone number",
  erasure: "deleted",
  answers: { "which code proves a number of this user": "GetItem pk, sk" },
});

export const textsSent = entity({
  name: "TextsSent",
  about: "How many text messages were requested in a month or on a day, against the budget.",
  pk: "TEXTS#{period}",
  sk: "SENT",
  schema: z.object({ period: z.string(), messages: storedNumber, ttl: storedNumber }),
  expires: "400 days after the last message (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "is there anything left of the budget": "UpdateItem pk, sk, conditional" },
});
