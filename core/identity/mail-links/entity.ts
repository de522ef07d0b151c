import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { purposes } from "./schema.ts";

export const mailLink = entity({
  name: "MailLink",
  about:
    "The link of a user's latest email of a purpose: the hash of its token, its sealed code, and the account and address of both. Removed in the transaction of its action.",
  pk: "SECRET#MAILLINK#{userId}",
  sk: "MAILLINK#{purpose}",
  schema: z.object({
    userId: z.string(),
    purpose: z.enum(purposes),
    /** Missing until the email is written. */
    tokenHash: z.string().optional(),
    sealedCode: z.string().optional(),
    codeTries: storedNumber.default(0),
    /** The account's address and stamp at the request. The link ends when either changes. */
    email: z.string(),
    securityStamp: z.string(),
    /** The new address and the request, of a change of address. */
    newEmail: z.string().optional(),
    requestId: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { sealedCode: "mail-code:{purpose}:{userId}" },
  expires: "when the link does: 30 minutes or a day after it was asked for (attribute ttl)",
  holds: "the address that a letter went to",
  erasure: "deleted",
  answers: { "what does this link do": "BatchGetItem pk, sk with the user's" },
});
