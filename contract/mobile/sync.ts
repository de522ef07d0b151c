import * as z from "zod";
import { BeneficiaryLimit } from "../../core/banking/beneficiaries/errors.ts";
import { beneficiary } from "../../core/banking/beneficiaries/schema.ts";
import { IdentityVerified } from "../../core/identity/errors.ts";
import { notificationPreferences, preferences, version } from "../../core/identity/preferences/schema.ts";
import { ownProfile } from "../../core/identity/profile/schema.ts";
import { type Collection, CursorExpired, clientChange, collections } from "../../core/sync/schema.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { card as loyaltyCard } from "../loyalty/schemas.ts";
import { account, mobileCard, notification, scheduledPayment, transaction } from "./schemas.ts";

/** Offline sync of the mobile app: MOBILE.md, section Sync. */

const route = defineFamily({
  id: "mobile.sync",
  path: "/api/v1/mobile/sync",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const data = {
  profile: ownProfile,
  preferences: preferences.extend({ version }),
  notificationPreferences: notificationPreferences.extend({ version }),
  notifications: notification,
  accounts: account,
  transactions: transaction,
  cards: mobileCard,
  loyalty: loyaltyCard,
  scheduledPayments: scheduledPayment,
  beneficiaries: beneficiary,
} as const satisfies Readonly<Record<Collection, z.ZodType>>;

const recordVersion = z.int().meta({
  description: "The record's own where it can be changed, else one that rises with each change of the feed",
});

const changeOf = <const C extends Collection>(collection: C) =>
  z.object({
    collection: z.literal(collection),
    id: z.string(),
    version: recordVersion,
    op: z.enum(["upsert", "delete"]),
    data: data[collection]
      .nullable()
      .meta({ description: "The record as it is now; null once it is deleted" }),
    updatedAt: timestamp,
  });

const change = z.discriminatedUnion("collection", [
  changeOf("profile"),
  changeOf("preferences"),
  changeOf("notificationPreferences"),
  changeOf("notifications"),
  changeOf("accounts"),
  changeOf("transactions"),
  changeOf("cards"),
  changeOf("loyalty"),
  changeOf("scheduledPayments"),
  changeOf("beneficiaries"),
]);

const cursor = z.string().min(1).max(2048);

export const pull = route({
  id: "pull",
  method: "POST",
  path: "/pull",
  summary: "What has changed on the server since a cursor",
  description:
    "Without a cursor everything, in pages; with one what has changed since, each record as it is now. Keep the cursor of each answer " +
    "and send it with the next pull, at once where `hasMore`: a page may be empty and have more behind it. A change is never behind a cursor that was given out; it is in the feed a " +
    "moment after it was made, and may come more than once: put each record in the place of the one of its collection and id. A cursor is of its user " +
    "and of the collections that the first pull asked for, and good for 30 days: then `CURSOR_EXPIRED`, and everything is pulled anew, " +
    "in the place of all that the device has.",
  countedBeside: true,
  request: {
    body: z.strictObject({
      cursor: cursor.optional(),
      collections: z
        .array(z.enum(collections))
        .min(1)
        .max(collections.length)
        .optional()
        .meta({ description: "All unless told; with a cursor, those of its first pull" }),
      limit: z.int().min(1).max(100).default(100),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({ changes: z.array(change), cursor, hasMore: z.boolean(), serverTime: timestamp }),
    },
  },
  errors: [CursorExpired],
  grants: { table: "write", secrets: ["SEALING_SECRET"] },
});

/** The server's record, where it is another than the device's change was made to. */
const conflicting = z.record(z.string(), z.unknown()).nullable();

const result = z.discriminatedUnion("status", [
  z.object({ clientChangeId: z.string(), status: z.literal("applied"), version: z.int() }),
  z.object({
    clientChangeId: z.string(),
    status: z.literal("conflict"),
    version: z.int().nullable().meta({ description: "The server's; null where the record is gone" }),
    data: conflicting.meta({
      description: "The record as it is now, as a pull gives it; null where it is gone",
    }),
  }),
  z.object({
    clientChangeId: z.string(),
    status: z.literal("rejected"),
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
  }),
]);

export const push = route({
  id: "push",
  method: "POST",
  path: "/push",
  summary: "Make the changes that were made on the device",
  description:
    "Each change is made under the rules of its own collection, to `baseVersion`, the version that the device had: `conflict` tells what is " +
    "there instead. `rejected` says why in `code` and `message`; neither stops the others. They are made one after the other: of one record send one " +
    "change. A `clientChangeId` is made once: sent again within 7 days, with the same change, it has the same result. A 5xx says nothing of the " +
    "changes: send them all again. Of `notifications` the data is `{read: true}`. Money never moves by sync. " +
    `Rejections are those of the collections' own routes, such as \`${IdentityVerified.code}\` and \`${BeneficiaryLimit.code}\`.`,
  stepUp: {
    when: "of a new beneficiary, or one with another IBAN: without it that change is rejected, the others are made",
  },
  request: { body: z.strictObject({ changes: z.array(clientChange).min(1).max(50) }) },
  responses: {
    200: {
      description: "A result for each change, in their order",
      body: z.object({ results: z.array(result) }),
    },
  },
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "Where the caller's feed and device stand",
  countedBeside: true,
  responses: {
    200: {
      description: "Status",
      body: z.object({
        cursor: cursor.meta({ description: "Of the feed's end, for all collections" }),
        pending: z.int().nullable().meta({
          description: "How many changes this device has yet to pull; null before it has pulled all once",
        }),
        lastPulledAt: timestamp.nullable(),
        lastPushedAt: timestamp.nullable(),
      }),
    },
  },
  grants: { table: "read", secrets: ["SEALING_SECRET"] },
});
