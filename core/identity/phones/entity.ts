import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";

export const phoneCode = entity({
  name: "PhoneCode",
  about:
    "The sealed code of a user's latest request to prove a phone number, with the account, the number and the count of attempts. A newer request replaces it.",
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
    /** The account's security stamp at the request. A change of it makes the code invalid. */
    securityStamp: z.string(),
    usedAt: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { sealedCode: "phone-code:{userId}:{phone}" },
  expires: "10 minutes after the code was sent (attribute ttl)",
  holds: "a phone number",
  erasure: "deleted",
  answers: { "the code of a user": "GetItem pk, sk" },
});

export const textsSent = entity({
  name: "TextsSent",
  about: "The number of text messages in a month or on a day, for the budget.",
  pk: "TEXTS#{period}",
  sk: "SENT",
  schema: z.object({ period: z.string(), messages: storedNumber, ttl: storedNumber }),
  expires: "400 days after the last message (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "is the budget used up": "conditional UpdateItem pk, sk" },
});
