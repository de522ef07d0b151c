import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { purposes } from "./schema.ts";

export const mailLink = entity({
  name: "MailLink",
  about:
    "The link in a user's latest email of a purpose: the hash of its token, its sealed code, and their account and address. Deleted in the transaction that uses it.",
  pk: "SECRET#MAILLINK#{userId}",
  sk: "MAILLINK#{purpose}",
  schema: z.object({
    userId: z.string(),
    purpose: z.enum(purposes),
    /** Missing until the email is sent. */
    tokenHash: z.string().optional(),
    sealedCode: z.string().optional(),
    codeTries: storedNumber.default(0),
    /** The account's address and security stamp at the request. A change of either makes the link invalid. */
    email: z.string(),
    securityStamp: z.string(),
    /** Only for a change of the address: the new address, and the id of the request. */
    newEmail: z.string().optional(),
    requestId: z.string().optional(),
    ttl: storedNumber,
  }),
  sealed: { sealedCode: "mail-code:{purpose}:{userId}" },
  expires: "with the link: 30 minutes or a day after the request (attribute ttl)",
  holds: "the recipient address of an email",
  erasure: "deleted",
  answers: { "the link of a token or code": "BatchGetItem pk, sk with the user's" },
});

export const emailReversal = entity({
  name: "EmailReversal",
  about:
    "A change of a user's verified address that the link in the email to the former address can undo: the address, and the hash of the link's token. Deleted in the transaction that undoes it or an earlier change.",
  pk: "SECRET#MAILLINK#{userId}",
  sk: "EMAILREVERSAL#{changeId}",
  schema: z.object({
    userId: z.string(),
    /** A hand-over of the account makes the link invalid. */
    ownershipId: z.string(),
    changeId: z.string(),
    /** The former address. */
    email: z.string(),
    changedAt: z.string(),
    /** Since when the credentials may be a thief's, if before the change. */
    untrustedSince: z.string().optional(),
    /** Missing until the email is sent. */
    tokenHash: z.string().optional(),
    ttl: storedNumber,
  }),
  expires: "7 days after the change (attribute ttl)",
  holds: "a former e-mail address",
  erasure: "deleted",
  answers: { "the changes of an address that can be undone": "Query pk, sk begins with EMAILREVERSAL#" },
});
