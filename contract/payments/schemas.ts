import * as z from "zod";
import { money } from "../../core/kernel/money/index.ts";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { isSitePath, totalOf } from "../../core/payments/checkout/schema.ts";
import {
  sortFields,
  type TransactionStatus,
  transactionStatuses,
  transactionTypes,
} from "../../core/payments/records/schema.ts";
import { anyCase, timestamp } from "../common.ts";
import * as limits from "../limits.ts";

/** Settings and schemas shared by the payments routes: spec 3, sections 2, 4.1 and 7. */

export const shared = { family: "payments", auth: "session", limit: limits.payments } as const;

/** The body of a successful response. */
export const success = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

/** Currencies in which a card can be charged: those that the ledger holds as money. */
export const currencies = money.map((symbol) => symbol.toLowerCase() as Lowercase<typeof symbol>);

export const currency = z
  .string()
  .trim()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(currencies))
  .meta({
    description: `ISO 4217, in any letter case: ${currencies.join(" or ")}`,
    examples: ["eur"],
    pattern: anyCase(currencies),
  });

/** An amount in minor units, of at most eight digits, which is Stripe's limit. */
export const amountMinor = z
  .int()
  .min(1)
  .max(99_999_999)
  .meta({ description: "Minor units of the currency: 1099 is 10.99", examples: [1099] });

/** Stripe's limits. Its form encoding gives brackets a meaning. Names that begin with `svc_` are the platform's. */
const metadataName = z
  .string()
  .min(1)
  .max(40)
  .refine((name) => !/[[\]]/.test(name), rule("must not contain [ or ]", "ne doit contenir ni [ ni ]"))
  .refine((name) => !/^svc_/i.test(name), rule("must not begin with svc_", "ne doit pas commencer par svc_"));

export const metadata = z
  .record(metadataName, z.string().max(500))
  .refine(
    (value) => Object.keys(value).length <= 20,
    rule("must have at most 20 entries", "doit compter 20 entrées au plus"),
  );

export const paymentId = trimmed(255).meta({
  description: "The payment's id, assigned by the provider",
  examples: ["pi_3QabcDEF"],
});

export const paymentMethodId = z
  .string()
  .trim()
  .regex(
    /^pm_\w{1,250}$/,
    rule(
      "must be a payment method's id such as pm_1Qabc",
      "doit être l'identifiant d'un moyen de paiement, comme pm_1Qabc",
    ),
  );

export const needsApproval = z
  .boolean()
  .describe("Whether an administrator must approve it before the money is taken");

/** Converts a status to the form that every family shows. */
export const shownStatus = (status: TransactionStatus): Lowercase<TransactionStatus> =>
  status.toLowerCase() as Lowercase<TransactionStatus>;

export const shownStatuses = transactionStatuses.map(shownStatus);

/** Converts a shown status to the stored one. */
export const statusOf = (shown: Lowercase<TransactionStatus>): TransactionStatus =>
  shown.toUpperCase() as Uppercase<typeof shown>;

const whole = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, rule("must be a whole number", "doit être un nombre entier"))
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(otherwise);

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Accepts a date, or an instant with its offset. Returns the instant at which it begins or ends. */
const instant = (end: "begins" | "ends") =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: rule(
        "must be an ISO 8601 date, or date and time, such as 2026-11-21 or 2026-11-21T09:30:00Z",
        "doit être une date ou une date et heure ISO 8601, comme 2026-11-21 ou 2026-11-21T09:30:00Z",
      ),
    })
    .transform((text) => {
      if (DATE.test(text)) return `${text}T${end === "begins" ? "00:00:00.000" : "23:59:59.999"}Z`;
      return new Date(text).toISOString();
    })
    .refine(
      (iso) => /^\d{4}-/.test(iso),
      rule(
        "must be between the years 0000 and 9999, in UTC",
        "doit se situer entre les années 0000 et 9999, en UTC",
      ),
    )
    .optional();

const sorts = sortFields.flatMap((field) =>
  (["asc", "desc"] as const).map((order) => `${field}:${order}` as const),
);

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
/** Returns whether a period does not end before it begins. */
export const inOrder = ({ from, to }: Period) => from === undefined || to === undefined || from <= to;
export const notInOrder = {
  path: ["from"],
  message: rule("must not be after to", "ne doit pas être postérieur à to"),
};

export const transactionQuery = z
  .strictObject({
    page: whole(1, Number.MAX_SAFE_INTEGER, 1),
    limit: whole(1, 100, 20),
    status: z
      .string()
      .trim()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(shownStatuses))
      .meta({
        description: `In any letter case: ${shownStatuses.join(", ")}`,
        pattern: anyCase(shownStatuses),
      })
      .optional(),
    from: instant("begins"),
    to: instant("ends"),
    sort: z.enum(sorts).default("createdAt:desc"),
  })
  .refine(inOrder, notInOrder);

export const transaction = z
  .object({
    id: z.string(),
    amount: z.int().describe("Minor units of the currency"),
    currency: z.string().describe("Lower case"),
    status: z.enum(shownStatuses),
    type: z.enum(transactionTypes),
    description: z.string(),
    cardLast4: z.string().nullable().describe("Null without a known card"),
    createdAt: timestamp,
    completedAt: timestamp.nullable(),
    availableAt: timestamp
      .nullable()
      .describe(
        "From when on the money can be spent: card payments to an unverified account may be held for some days; null before it is paid",
      ),
    failureReason: z.string().nullable(),
    refundedAmount: z.int().describe("Minor units"),
    needsApproval,
  })
  .meta({ id: "Transaction" });

/** The provider's maximum for one charge. */
const MAX_TOTAL = 99_999_999n;

export const sitePath = z
  .string()
  .max(2000)
  .refine(
    isSitePath,
    rule(
      "must be a path of this site that begins with one /",
      "doit être un chemin de ce site, commençant par un seul /",
    ),
  )
  .meta({
    description: "A path of this site. `{CHECKOUT_SESSION_ID}` in its query is replaced by the session's id",
    examples: ["/orders/done?session={CHECKOUT_SESSION_ID}"],
  });

const lineItem = z.strictObject({
  name: trimmed(250).meta({ examples: ["Monthly report"] }),
  amount: amountMinor.describe("Price of one piece, in minor units of the currency"),
  currency,
  quantity: z.int().min(1).max(999_999),
});

const total = (lines: readonly z.output<typeof lineItem>[]): bigint =>
  totalOf(lines.map(({ amount, quantity }) => ({ amountMinor: BigInt(amount), quantity: BigInt(quantity) })));

export const lineItems = z
  .array(lineItem)
  .min(1)
  .max(100)
  .refine(
    (lines) => new Set(lines.map((line) => line.currency)).size <= 1,
    rule("must all have the same currency", "doivent toutes avoir la même devise"),
  )
  .refine(
    (lines) => total(lines) <= MAX_TOTAL,
    rule(
      `must total at most ${MAX_TOTAL} minor units`,
      `ne doivent pas dépasser au total ${MAX_TOTAL} dans la plus petite unité de la devise`,
    ),
  );
