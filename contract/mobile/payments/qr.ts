import * as z from "zod";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { trimmed } from "../../../core/kernel/text/schema.ts";
import { QrAlreadyUsed, QrExpired, QrInvalid } from "../../../core/payments/codes/errors.ts";
import { EXPIRY } from "../../../core/payments/codes/schema.ts";
import { PayeeCurrency, PayeeNotActive, PayeeNotFound } from "../../../core/payments/payments/errors.ts";
import { UnsupportedAsset } from "../../../core/wallets/errors.ts";
import { ledgerWrite, OTHER_NAME, timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { payeeErrors, sendingErrors } from "../../payments/errors.ts";
import { afterReset, movesNothing } from "../../proof.ts";
import { description, fee, merchantId } from "../payments.ts";
import { accountId, amount, currency, shared } from "../schemas.ts";

/** Payments by a QR code: MOBILE.md, section Payments. */

const route = defineFamily({ ...shared, id: "mobile.payments.qr", path: "/api/v1/mobile/payments/qr" });

const newCode = z
  .strictObject({
    amount: amount.optional().describe("Without it the payer chooses the amount"),
    currency,
    description,
    expiresInSeconds: z.int().min(EXPIRY.least).max(EXPIRY.most).default(EXPIRY.otherwise),
    reusable: z.boolean().default(false).describe("Whether it can be paid more than once"),
    merchantId: merchantId
      .optional()
      .describe("The caller's merchant account. Without it the caller is paid as a person"),
  })
  .meta({ examples: [{ amount: 12.5, currency: "EUR", description: "Table 4" }] });

const scanned = z
  .strictObject({
    payload: trimmed(2000).describe("The content of the code"),
    amount: amount.optional().describe("If the code has none"),
    accountId,
    preview: z.boolean().default(false).describe("Returns the payee and the amount without paying"),
  })
  .meta({
    examples: [{ payload: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur" }],
  });

export const generate = route({
  id: "generate",
  method: "POST",
  path: "/generate",
  summary: "Create a code by which others can pay the caller",
  description:
    "`payload` is the content of the picture: a signed text with the amount, currency and expiry, and no personal data. The payer sees the " +
    "payee's name and the description. A code can be paid once unless it is `reusable`. It expires after 15 minutes by default, a minute to a " +
    "day with `expiresInSeconds`. With `merchantId` the caller's merchant account is paid, with its commission, saveback and points.",
  idempotent: true,
  proof: movesNothing,
  request: { body: newCode },
  response: {
    status: 201,
    description: "The code",
    body: z.object({
      qrId: z.string(),
      payload: z.string(),
      qrCode: z.string().describe("The picture, as a `data:image/png` URL"),
      expiresAt: timestamp,
    }),
  },
  errors: [UnsupportedAsset, InvalidAmount, PayeeNotFound, PayeeNotActive, PayeeCurrency],
  grants: { table: "write" },
});

const recipient = z.object({
  name: z.string().nullable().describe(OTHER_NAME),
});

export const scan = route({
  ...ledgerWrite,
  id: "scan",
  method: "POST",
  path: "/scan",
  summary: "Pay a scanned code",
  description:
    "Pays immediately from one of the caller's accounts in the code's currency. With `preview` it returns the payee and amount instead, with the " +
    "same errors, moves nothing and stores nothing under an `Idempotency-Key`: show it to the user first, then repeat the request without. Give " +
    "`amount` if the code has none; another amount than the code's is a 400. A code is paid once: concurrent requests get 409 " +
    "`QR_ALREADY_USED`. An expired code is `QR_EXPIRED`, an unsigned or changed one `QR_INVALID`, the caller's own `SAME_ACCOUNT`: all 400. " +
    "Otherwise as `POST /api/v1/mobile/payments/process` from an account." +
    afterReset,
  idempotent: true,
  proof: { when: "the amount exceeds the allowance of a transfer" },
  request: { body: scanned },
  response: {
    description: "The payment or the preview",
    body: z.discriminatedUnion("status", [
      z.object({
        paymentId: z.string(),
        status: z.literal("completed"),
        amount: z.number(),
        currency: z.string(),
        fee,
        recipient,
      }),
      z.object({
        status: z.literal("preview"),
        amount: z.number().nullable().describe("Null if neither the code nor the request has one"),
        currency: z.string(),
        fee,
        recipient,
        description: z.string().nullable().describe("Written by the creator of the code"),
        needsConfirmation: z
          .boolean()
          .describe("Whether the payment needs a confirmation; an open amount counts as above 100 EUR"),
      }),
    ]),
  },
  errors: [...payeeErrors, QrInvalid, QrExpired, QrAlreadyUsed, ...sendingErrors],
});
