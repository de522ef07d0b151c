import * as z from "zod";
import { frequencies, statuses as scheduledStatuses } from "../../core/banking/scheduled/schema.ts";
import { kinds, statuses } from "../../core/history/schema.ts";
import { categories, version } from "../../core/identity/preferences/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
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
    owed: z.number().meta({
      description:
        "What the owner owes of the currency, since it was taken back when it had been spent, or a card took more than there was. " +
        "What comes in pays it first, and nothing else leaves the accounts meanwhile (`ACCOUNT_IN_DEBT`). It is no part of the balance",
    }),
    iban: z.string().nullable().meta({
      description:
        "Of an account in euro: what is sent there by bank transfer is credited to it. null of others, and where the bank gives the platform none",
    }),
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
    amount: z
      .number()
      .meta({ description: "What the account gained or lost, or what is held of it while that is pending" }),
    currency: z.string(),
    fee: z.number().meta({ description: "What of the movement the platform kept" }),
    status: z.enum(statuses),
    description: z
      .string()
      .nullable()
      .meta({ description: "What somebody wrote; null where the type says it all" }),
    counterparty: z
      .string()
      .nullable()
      .meta({ description: "Who was at the other end, by the name of that time" }),
    balance: z
      .number()
      .nullable()
      .meta({ description: "What the account had available after it; null of what no account has booked" }),
    reference: z.string().nullable().meta({
      description:
        "The payment or withdrawal that it is of: of a top-up, the `transactionId` that it was asked for under",
    }),
    createdAt: timestamp,
  })
  .meta({ id: "MobileTransaction" });

/** An amount in a request, read exactly as written. */
export const mobileAmount = z.union(
  [z.number().positive(), z.string().max(60)],
  rule(
    'must be a number above 0, or a decimal string such as "12.50"',
    'doit être un nombre supérieur à 0, ou un texte décimal comme "12.50"',
  ),
);

const day = z.iso.date();

/** Money that goes to another user or a bank account on a date, or on many. */
export const scheduledPayment = z
  .object({
    id: z.string().meta({ examples: ["sch_01kaf3v7m8q2w5x9y1z4b6c8d0"] }),
    status: z.enum(scheduledStatuses),
    accountId: z.string(),
    toAccountId: z.string().nullable(),
    toEmail: z.string().nullable(),
    iban: z.string().nullable(),
    beneficiaryName: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    description: z.string(),
    frequency: z.enum(frequencies),
    startDate: day,
    endDate: day.nullable(),
    timezone: z.string().meta({ description: "Whose dates they are", examples: ["Europe/Paris"] }),
    nextRunAt: timestamp.nullable().meta({ description: "When it is tried next; null once it has ended" }),
    runs: z.int().meta({ description: "How many of its dates are paid" }),
    failedTries: z.int().meta({ description: "On how many days the next one was tried in vain" }),
    failure: z
      .string()
      .nullable()
      .meta({
        description: "The code of what stood in the way of the latest try",
        examples: ["INSUFFICIENT_BALANCE"],
      }),
    lastRunAt: timestamp.nullable().meta({ description: "When it last paid" }),
    lastTransactionId: z.string().nullable().meta({ description: "As the history names it" }),
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "MobileScheduledPayment" });

const cardLimit = z.number().nullable().meta({ description: "In whole units; null: none" });

/** What an issued card may be used for. */
const cardSettings = z
  .object({
    onlinePayments: z.boolean(),
    contactless: z.boolean(),
    atmWithdrawals: z.boolean(),
    abroad: z.boolean(),
    limits: z.object({ perTransaction: cardLimit, daily: cardLimit, monthly: cardLimit }),
  })
  .meta({ id: "MobileCardSettings" });

/** A card, issued by us or saved to pay with. */
export const mobileCard = z
  .object({
    id: z.string(),
    source: z.enum(["issued", "saved"]),
    type: z.enum(cardTypes),
    status: z.enum(["active", "frozen", "inactive", "canceled"]),
    brand: z.string(),
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    cardholderName: z.string().nullable().meta({ description: "null of a saved card" }),
    currency: z.string().nullable().meta({ description: "What an issued card spends; null of a saved one" }),
    accountId: z.string().nullable().meta({ description: "The account that an issued card spends" }),
    isDefault: z
      .boolean()
      .meta({ description: "Whether it is charged where no card is named; of saved cards alone" }),
    settings: cardSettings.nullable().meta({ description: "Of an issued card; null of a saved one" }),
    createdAt: timestamp,
  })
  .meta({ id: "MobileCard" });
