import * as z from "zod";
import { defineError } from "../kernel/errors.ts";
import { rule } from "../kernel/texts/index.ts";
import { KEY_PATTERN } from "../platform/idempotency/errors.ts";
import type { SyncCollection } from "../platform/table/entity.ts";

export const CursorExpired = defineError(
  "CURSOR_EXPIRED",
  "gone",
  "This cursor has expired. Pull without a cursor to get all records again.",
  "Ce curseur a expiré. Synchronisez sans curseur pour recevoir de nouveau tous les enregistrements.",
);

/** The requests of offline sync: MOBILE.md, section Sync. */

/** The collections that devices copy. */
export const collections = [
  "profile",
  "preferences",
  "notificationPreferences",
  "notifications",
  "accounts",
  "transactions",
  "cards",
  "loyalty",
  "scheduledPayments",
  "beneficiaries",
] as const satisfies readonly SyncCollection[];
export type Collection = SyncCollection;

/** The collections that a device may change offline. None of them moves money. */
export const writable = [
  "profile",
  "preferences",
  "notificationPreferences",
  "notifications",
  "beneficiaries",
] as const satisfies readonly Collection[];
export type Writable = (typeof writable)[number];

export const clientChange = z.strictObject({
  clientChangeId: z
    .string()
    .max(128)
    .regex(
      KEY_PATTERN,
      rule("must be printable ASCII without spaces", "doit être de l'ASCII imprimable sans espace"),
    )
    .meta({
      description:
        "A UUID that the device creates, unique across all devices of the account. A repeated change with the same id is applied once",
    }),
  collection: z.enum(collections),
  id: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description:
        "The record's id from a pull. The device creates the id of a new beneficiary: `ben_` and a ULID in lower case",
      examples: ["ben_01m8mn58be08b8bgf5hwt11k9h"],
    }),
  baseVersion: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: "The version that the device changed; null for a new record" }),
  op: z.enum(["upsert", "delete"]),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The record's fields, as in the requests of the collection's own routes" }),
});
export type ClientChange = z.output<typeof clientChange>;
