import * as z from "zod";
import { BeneficiaryLimit } from "../../core/banking/beneficiaries/errors.ts";
import { beneficiary } from "../../core/banking/beneficiaries/schema.ts";
import { IdentityVerified } from "../../core/identity/errors.ts";
import { notificationPreferences, preferences, version } from "../../core/identity/preferences/schema.ts";
import { ownProfile } from "../../core/identity/profile/schema.ts";
import { type Collection, CursorExpired, clientChange, collections } from "../../core/sync/schema.ts";
import { ledgerWrite, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { card as loyaltyCard } from "../loyalty/schemas.ts";
import {
  account,
  mobileCard,
  notification,
  onDevice,
  scheduledPayment,
  shared,
  transaction,
} from "./schemas.ts";

/** Offline sync of the mobile app: MOBILE.md, section Sync. */

const route = defineFamily({ ...shared, ...onDevice, id: "mobile.sync", path: "/api/v1/mobile/sync" });

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

const changeOf = <const C extends Collection>(collection: C) =>
  z.object({
    collection: z.literal(collection),
    id: z.string(),
    version: z
      .int()
      .describe(
        "The record's own version if it can be changed, otherwise one that increases with each change",
      ),
    op: z.enum(["upsert", "delete"]),
    data: data[collection].nullable().describe("The current record; null if it is deleted"),
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
  summary: "Pull the server's changes since a cursor",
  description:
    "Without a cursor returns everything in pages, with one the current state of each record changed since. Store the cursor of each response and send " +
    "it with the next pull, immediately if `hasMore`; a page may be empty and have more after it. A change enters the feed shortly after it is made " +
    "and may be returned more than once: replace the record of its collection and id. A cursor belongs to its user and the collections of the first " +
    "pull, and is valid for 30 days: after `CURSOR_EXPIRED` pull everything again and replace all data on the device.",
  countsConcurrently: true,
  request: {
    body: z.strictObject({
      cursor: cursor.optional(),
      collections: z
        .array(z.enum(collections))
        .min(1)
        .max(collections.length)
        .optional()
        .describe("Defaults to all; with a cursor, to those of its first pull"),
      limit: z.int().min(1).max(100).default(100),
    }),
  },
  response: {
    description: "A page",
    body: z.object({ changes: z.array(change), cursor, hasMore: z.boolean(), serverTime: timestamp }),
  },
  errors: [CursorExpired],
  grants: { table: "write", secrets: ["SEALING_SECRET"] },
});

const result = z.discriminatedUnion("status", [
  z.object({ clientChangeId: z.string(), status: z.literal("applied"), version: z.int() }),
  z.object({
    clientChangeId: z.string(),
    status: z.literal("conflict"),
    version: z.int().nullable().describe("The server's version; null if the record is deleted"),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("The current record, as in a pull; null if it is deleted"),
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
  ...ledgerWrite,
  id: "push",
  method: "POST",
  path: "/push",
  summary: "Push the device's changes",
  description:
    "Applies each change under the rules of its collection, if the server has the version `baseVersion`; otherwise `conflict` returns the server's " +
    "record. `rejected` has `code` and `message`. Neither stops the other changes, which are applied in order: send one change per record. A " +
    "`clientChangeId` is applied once: the same change sent again within 7 days has the same result. After a 5xx send all changes again. For " +
    `\`notifications\` the data is \`{read: true}\`. Sync never moves money. Rejections use the codes of the collections' own routes, such as \`${IdentityVerified.code}\` and \`${BeneficiaryLimit.code}\`.`,
  proof: {
    when: "a beneficiary is new or has another IBAN: without it that change is rejected, the others are applied",
  },
  request: { body: z.strictObject({ changes: z.array(clientChange).min(1).max(50) }) },
  response: {
    description: "A result for each change, in order",
    body: z.object({ results: z.array(result) }),
  },
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "Retrieve the status of the caller's feed and device",
  countsConcurrently: true,
  response: {
    description: "The status",
    body: z.object({
      cursor: cursor.describe("The end of the feed, for all collections"),
      pending: z
        .int()
        .nullable()
        .describe("How many changes this device has not pulled; null before its first complete pull"),
      lastPulledAt: timestamp.nullable(),
      lastPushedAt: timestamp.nullable(),
    }),
  },
  grants: { table: "read", secrets: ["SEALING_SECRET"] },
});
