import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { purposes } from "./schema.ts";

export const mailLink = entity({
  name: "MailLink",
  about:
    "The link of a user's latest letter of a purpose: its token's hash, its code sealed, and what both are bound to. Removed in the transaction of what it is used for.",
  pk: "SECRET#MAILLINK#{userId}",
  sk: "MAILLINK#{purpose}",
  schema: z.object({
    userId: z.string(),
    purpose: z.enum(purposes),
    /** That of the letter; there is none before it is written. */
    tokenHash: z.string().optional(),
    sealedCode: z.string().optional(),
    codeTries: storedNumber.default(0),
    /** The account's address and stamp as the link was asked for: it dies with either. */
    email: z.string(),
    securityStamp: z.string(),
    /** Of a change of address: to which, and which request it is. */
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
