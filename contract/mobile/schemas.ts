import * as z from "zod";
import { frequencies, statuses as scheduledStatuses } from "../../core/banking/scheduled/schema.ts";
import { kinds, statuses } from "../../core/history/schema.ts";
import { categories, version } from "../../core/identity/preferences/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
import { idOf, OTHER_SIDE, timestamp } from "../common.ts";
import * as limits from "../limits.ts";

/** Settings shared by the families of a person, in the app or on the web. Routes that write override the grants. */
export const shared = {
  family: "mobile",
  auth: "person",
  limit: limits.mobile,
  grants: { table: "read" },
} as const;

/** The credential of routes that concern the calling device itself: they need its session. */
export const onDevice = { auth: "mobile" } as const;

/** The version that a change is based on, if its client wants to detect concurrent changes. */
export const expectedVersion = version
  .optional()
  .describe("The version that you read. Without it the change replaces any version");

export const notificationId = idOf("notification");

export const notification = z
  .object({
    id: notificationId,
    category: z.enum(categories),
    type: z.string().meta({ description: "The event", examples: ["transfer-received"] }),
    title: z.string(),
    body: z.string().describe("In the user's language at that time"),
    occurredAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: "MobileNotification" });

export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(["fiat", "crypto", "savings"]),
    currency: z.string(),
    balance: z.number(),
    availableBalance: z.number(),
    lockedBalance: z.number(),
    owed: z
      .number()
      .describe(
        "The owner's debt in the currency, after reversed payments or a card payment beyond the balance. Incoming money repays " +
          "it first, and nothing else leaves the accounts until then (`ACCOUNT_IN_DEBT`). Not part of the balance",
      ),
    iban: z
      .string()
      .nullable()
      .describe(
        "Bank transfers to it are credited to this euro account; null for other accounts, or if the bank provides none",
      ),
    isDefault: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: "MobileAccount" });

export const transactionType = z.enum(kinds);
export const transactionStatus = z.enum(statuses);
export const direction = z.enum(["in", "out"]);

/** A movement of a user's accounts, or a payment that bypassed them. */
export const transaction = z
  .object({
    id: z.string(),
    accountId: z.string().nullable().describe("Null for a card payment that bypassed the accounts"),
    type: transactionType,
    direction,
    amount: z.number().describe("Gained or lost by the account; held, while it is pending"),
    currency: z.string(),
    fee: z.number().describe("The platform's fee"),
    status: transactionStatus,
    description: z.string().nullable().describe("Written by a user; null if the type says everything"),
    counterparty: z.string().nullable().describe(OTHER_SIDE),
    balance: z.number().nullable().describe("Available balance after it; null if no account has booked it"),
    reference: z
      .string()
      .nullable()
      .describe("The payment or withdrawal behind it; for a top-up, the `transactionId` of the request"),
    createdAt: timestamp,
  })
  .meta({ id: "MobileTransaction" });

/** A transaction with everything that its owner may know. */
export const detailedTransaction = transaction
  .extend({
    updatedAt: timestamp,
    movements: z
      .array(z.object({ accountId: z.string(), direction, amount: z.number(), currency: z.string() }))
      .describe("All changes of the caller's accounts by its ledger entry, such as both sides of a swap"),
    iban: z.string().nullable().describe("The bank account that a withdrawal goes to"),
    address: z.string().nullable().describe("The network address that a withdrawal goes to"),
    beneficiaryId: z.string().nullable().describe("The stored payee of a withdrawal"),
    cardLast4: z.string().nullable().describe("The last digits of the card that was used"),
    merchant: z
      .object({
        name: z.string(),
        category: z.string(),
        country: z.string().nullable(),
        city: z.string().nullable(),
      })
      .nullable()
      .describe("Where an issued card was used"),
    refunded: z.number().describe("The part that was refunded"),
    failure: z
      .string()
      .nullable()
      .describe("Why it failed or was returned, as the bank or the card's network states it"),
    entry: z
      .object({ entryId: z.string(), transactionHash: z.string() })
      .nullable()
      .describe("Its ledger entry, and the hash by which a statement proves it"),
  })
  .meta({ id: "MobileTransactionDetail" });

/** An amount in a request, read exactly as written. */
export const anyAmount = z.union(
  [z.number().positive(), z.string().max(60)],
  rule(
    'must be a number above 0, or a decimal string such as "12.50"',
    'doit être un nombre supérieur à 0, ou un texte décimal comme "12.50"',
  ),
);
export const amount = anyAmount.meta({ description: "In whole units of the currency", examples: [12.5] });

export const accountId = z.string().max(100).describe("As in the list of accounts");

export const currency = z
  .string()
  .max(10)
  .meta({ examples: ["EUR"] });

/** Returns whether exactly one value is set. */
export const oneOf = (values: readonly unknown[]): boolean =>
  values.filter((one) => one !== undefined).length === 1;

const day = z.iso.date();

/** A payment to another user or a bank account on one or more dates. */
export const scheduledPayment = z
  .object({
    id: z.string().meta({ examples: ["sch_01kaf3v7m8q2w5x9y1z4b6c8d0"] }),
    status: z.enum(scheduledStatuses),
    accountId: z.string(),
    toAccountId: z.string().nullable(),
    toEmail: z.string().nullable(),
    toBeneficiaryId: z.string().nullable().describe("The payee, which may have been deleted since"),
    iban: z.string().nullable(),
    beneficiaryName: z.string().nullable().describe("The payee's name when the payment was scheduled"),
    amount: z.number(),
    currency: z.string(),
    description: z.string(),
    frequency: z.enum(frequencies),
    startDate: day,
    endDate: day.nullable(),
    timezone: z.string().meta({ description: "The time zone of the dates", examples: ["Europe/Paris"] }),
    nextRunAt: timestamp.nullable().describe("The next attempt; null once it has ended"),
    runs: z.int().describe("How many dates are paid"),
    failedTries: z.int().describe("On how many days the next date has failed"),
    failure: z
      .string()
      .nullable()
      .meta({ description: "The error code of the latest failure", examples: ["INSUFFICIENT_BALANCE"] }),
    lastRunAt: timestamp.nullable().describe("The latest payment"),
    lastTransactionId: z.string().nullable().describe("The latest payment's id in the history"),
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "MobileScheduledPayment" });

const cardLimit = z.number().nullable().describe("In whole units; null without a limit");

const cardSettings = z
  .object({
    onlinePayments: z.boolean(),
    contactless: z.boolean(),
    atmWithdrawals: z.boolean(),
    abroad: z.boolean(),
    limits: z.object({ perTransaction: cardLimit, daily: cardLimit, monthly: cardLimit }),
  })
  .meta({ id: "MobileCardSettings" });

/** A card issued by the platform, or saved to pay with. */
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
    cardholderName: z.string().nullable().describe("Null for a saved card"),
    currency: z.string().nullable().describe("The currency of an issued card; null for a saved one"),
    accountId: z.string().nullable().describe("The account of an issued card"),
    isDefault: z.boolean().describe("Whether it is charged if no card is named; saved cards only"),
    settings: cardSettings.nullable().describe("The settings of an issued card; null for a saved one"),
    createdAt: timestamp,
  })
  .meta({ id: "MobileCard" });

export const mobileCardDetail = mobileCard
  .extend({
    providerCardId: z
      .string()
      .nullable()
      .describe(
        "The issued card's id at the provider, with which its script shows the number in a browser; null for a saved card",
      ),
  })
  .meta({ id: "MobileCardDetail" });
