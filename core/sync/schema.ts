import * as z from "zod";
import { defineError } from "../kernel/errors.ts";
import { rule } from "../kernel/texts/index.ts";
import { KEY_PATTERN } from "../platform/idempotency/errors.ts";
import type { SyncCollection } from "../platform/table/entity.ts";

export const CursorExpired = defineError(
  "CURSOR_EXPIRED",
  "gone",
  "This cursor is older than the changes that are kept. Pull without one: that gives everything anew.",
  "Ce curseur est plus ancien que les changements qui sont gardés. Synchronisez sans curseur : tout est donné à nouveau.",
);

/** Offline sync on the wire: MOBILE.md, section Sync. */

/** The collections that devices keep copies of. */
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

/** The collections that a device may change offline. Money is not among them. */
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
        "A UUID that the device makes: a change that is sent again is made once. No two devices of an account may make the same",
    }),
  collection: z.enum(collections),
  id: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description:
        "The record's, as a pull has it. A new beneficiary's is made on the device: `ben_` and a ULID in lower case",
      examples: ["ben_01m8mn58be08b8bgf5hwt11k9h"],
    }),
  baseVersion: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: "The version that was changed; null for what is new" }),
  op: z.enum(["upsert", "delete"]),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "As that collection's own routes take it" }),
});
export type ClientChange = z.output<typeof clientChange>;
