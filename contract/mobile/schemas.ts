import * as z from "zod";
import { kinds, statuses } from "../../core/history/schema.ts";
import { categories, version } from "../../core/identity/preferences/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { timestamp } from "../common.ts";

/** Schemas that the mobile routes share. */

export { done } from "../common.ts";

/** The version that a change was made to, where its client wants to know of others. */
export const expectedVersion = version
  .optional()
  .meta({ description: "The version that was read; left out, whatever is there is replaced" });

export const notificationId = z
  .string()
  .regex(
    pattern("notification"),
    rule("must be the id of a notification, ntf_…", "doit être l'identifiant d'une notification, ntf_…"),
  );

/** What a user was told. */
export const notification = z
  .object({
    id: notificationId,
    category: z.enum(categories),
    type: z.string().meta({ description: "What happened", examples: ["transfer-received"] }),
    title: z.string(),
    body: z.string().meta({ description: "In the language that the user had when it was told" }),
    occurredAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: "MobileNotification" });

/** One of a user's accounts. */
export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(["fiat", "crypto", "savings"]),
    currency: z.string(),
    balance: z.number(),
    availableBalance: z.number(),
    lockedBalance: z.number(),
    iban: z.string().nullable(),
    isDefault: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: "MobileAccount" });

export const transactionType = z.enum(kinds);

/** What moved in a user's accounts, or past them. */
export const transaction = z
  .object({
    id: z.string(),
    accountId: z
      .string()
      .nullable()
      .meta({ description: "null of what was paid past the accounts, by card" }),
    type: transactionType,
    direction: z.enum(["in", "out"]),
    amount: z.number().meta({ description: "What the account gained or lost" }),
    currency: z.string(),
    fee: z.number().meta({ description: "What of the movement the platform kept" }),
    status: z.enum(statuses),
    description: z
      .string()
      .nullable()
      .meta({ description: "What somebody wrote; null where the type says it all" }),
    counterparty: z.string().nullable().meta({ description: "Who is at the other end, by name" }),
    balance: z
      .number()
      .nullable()
      .meta({ description: "What the account had available after it; null of what no account has booked" }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "The `transactionId` that it was asked for under, where that is another" }),
    createdAt: timestamp,
  })
  .meta({ id: "MobileTransaction" });
