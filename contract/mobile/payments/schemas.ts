import * as z from "zod";
import { statuses } from "../../../core/history/schema.ts";
import { email } from "../../../core/identity/schema.ts";
import { pattern } from "../../../core/kernel/ids/schema.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { EXPIRY } from "../../../core/payments/codes/schema.ts";
import { methods } from "../../../core/payments/made/schema.ts";
import { timestamp } from "../../common.ts";
import { accountId, amount, currency, oneOf, paymentMethodId } from "../wallet/schemas.ts";

/** What the app sends and reads of payments. */

const merchantId = z
  .string()
  .regex(
    pattern("merchant"),
    rule("must be a merchant's id, mer_…", "doit être l'identifiant d'un commerçant, mer_…"),
  );

const description = line
  .max(140)
  .default("")
  .meta({ description: "Both read it in their lists of payments" });

export const newPayment = z
  .strictObject({
    amount,
    currency,
    merchantId: merchantId.optional(),
    recipient: z
      .union([email, accountId])
      .optional()
      .meta({ description: "The id of an account, or a user's e-mail address" }),
    accountId: accountId.optional(),
    cardId: z.string().trim().min(1).max(64).optional(),
    paymentMethodId,
    description,
  })
  .refine(
    (given) => oneOf([given.merchantId, given.recipient]),
    rule(
      "must name one payee: merchantId or recipient",
      "doit nommer un seul payé : merchantId ou recipient",
    ),
  )
  .refine(
    (given) => oneOf([given.accountId, given.cardId, given.paymentMethodId]),
    rule(
      "must name what pays: accountId, cardId or paymentMethodId",
      "doit nommer ce qui paie : accountId, cardId ou paymentMethodId",
    ),
  )
  .refine(
    (given) => given.accountId !== undefined || given.recipient === undefined,
    rule(
      "must name accountId to pay a user: cards pay merchants alone; top your account up first",
      "doit nommer accountId pour payer un utilisateur : une carte ne paie que des commerçants ; rechargez d'abord votre compte",
    ),
  )
  .meta({
    examples: [
      {
        amount: 12.5,
        currency: "EUR",
        recipient: "ben@example.com",
        accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        description: "Lunch",
      },
    ],
  });

export const newCode = z
  .strictObject({
    amount: amount.optional().meta({ description: "Left out: who pays says how much", examples: [12.5] }),
    currency,
    description,
    expiresInSeconds: z.int().min(EXPIRY.least).max(EXPIRY.most).default(EXPIRY.otherwise),
    reusable: z.boolean().default(false).meta({ description: "Whether it may be paid more than once" }),
    merchantId: merchantId
      .optional()
      .meta({ description: "The caller's own merchant account: left out, the caller is paid as a person" }),
  })
  .meta({ examples: [{ amount: 12.5, currency: "EUR", description: "Table 4" }] });

export const scanned = z
  .strictObject({
    payload: z.string().trim().min(1).max(2000).meta({ description: "What the code says, as it was read" }),
    amount: amount.optional().meta({ description: "Where the code has none", examples: [12.5] }),
    accountId,
    preview: z.boolean().default(false).meta({
      description: "Says whom and how much the code asks to be paid, and pays nothing",
    }),
  })
  .meta({
    examples: [{ payload: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur" }],
  });

/** One of a user's payments. */
export const payment = z
  .object({
    id: z.string(),
    method: z.enum(methods),
    direction: z.enum(["in", "out"]),
    amount: z.number(),
    currency: z.string(),
    fee: z.number().meta({
      description:
        "The platform's commission of what the caller was paid, or what it takes beside what goes to a bank account",
    }),
    saveback: z.number().meta({
      description: "What of it its payer earns as saveback, of what the merchant is paid",
    }),
    refunded: z.number().meta({ description: "What of it was given back" }),
    status: z.enum(statuses),
    description: z.string().nullable().meta({ description: "What its payer wrote, or who made the code" }),
    counterparty: z.string().nullable().meta({ description: "Who is at the other end, by name" }),
    merchantId: z.string().nullable(),
    accountId: z
      .string()
      .nullable()
      .meta({ description: "The caller's account; null of what a saved card has paid" }),
    transactionId: z
      .string()
      .nullable()
      .meta({ description: "What the history of accounts has it as; null of what a saved card has paid" }),
    createdAt: timestamp,
  })
  .meta({ id: "MobilePayment" });
