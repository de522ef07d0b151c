import type { SyncCollection } from "../platform/table/entity.ts";

/** Offline sync as it goes over the wire: MOBILE.md, section Sync. */

/** What devices keep copies of. */
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
