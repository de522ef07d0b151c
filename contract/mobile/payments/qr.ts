import * as z from "zod";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { QrAlreadyUsed, QrExpired, QrInvalid } from "../../../core/payments/codes/errors.ts";
import { PayeeCurrency, PayeeNotActive, PayeeNotFound } from "../../../core/payments/payments/errors.ts";
import { UnsupportedAsset } from "../../../core/wallets/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { payeeErrors } from "../../payments/errors.ts";
import { sendingErrors } from "../../payments/sending.ts";
import { newCode, scanned } from "./schemas.ts";

/** Payments by a code that one shows and another scans: MOBILE.md, section Payments. */

const route = defineFamily({
  id: "mobile.payments.qr",
  path: "/api/v1/mobile/payments/qr",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const generate = route({
  id: "generate",
  method: "POST",
  path: "/generate",
  summary: "Make a code that others pay the caller by",
  description:
    "`payload` is what the picture says: a signed text with the amount, the currency and when it expires, and nothing of the caller. Who scans " +
    "it learns the name of whom was paid, and reads the description in the list of payments. A code is paid once, whoever is first, unless it is `reusable`. It expires " +
    "after 15 minutes unless `expiresInSeconds` says otherwise, a minute at least and a day at most. With `merchantId` the caller's merchant account is paid, and its commission, saveback and points count.",
  idempotent: true,
  request: { body: newCode },
  responses: {
    201: {
      description: "The code",
      body: z.object({
        qrId: z.string(),
        payload: z.string(),
        qrCode: z.string().meta({ description: "The picture, as a `data:image/png` URL" }),
        expiresAt: timestamp,
      }),
    },
  },
  errors: [UnsupportedAsset, InvalidAmount, PayeeNotFound, PayeeNotActive, PayeeCurrency],
  grants: { table: "write" },
});

const fee = z.number().meta({ description: "What the caller pays beside the amount" });
const recipient = z.object({
  name: z.string().nullable().meta({ description: "null of who has an address for a name" }),
});

export const scan = route({
  id: "scan",
  method: "POST",
  path: "/scan",
  summary: "Pay a code that was scanned",
  description:
    "At once, unless `preview` is true: then the answer says whom the code pays and how much, the same faults of the code are told, nothing moves and " +
    "nothing is kept under an `Idempotency-Key`. An app asks so first, shows it, and sends the request again without. From one of the caller's accounts of the code's currency. `amount` is given where the code has none; where it has one, another is a 400. However many scan a code at " +
    "once, it is paid once: the others get 409 `QR_ALREADY_USED`. A code that has expired is `QR_EXPIRED`, one that we did not sign or that was changed `QR_INVALID`, the caller's own `SAME_ACCOUNT`: all 400. " +
    "Otherwise as `POST /api/v1/mobile/payments/process` from an account.",
  idempotent: true,
  stepUp: { when: "what is paid is worth more than 100 EUR" },
  request: { body: scanned },
  responses: {
    200: {
      description: "Paid, or shown",
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
          amount: z
            .number()
            .nullable()
            .meta({ description: "null where the code has none and the request neither" }),
          currency: z.string(),
          fee,
          recipient,
          description: z.string().nullable().meta({ description: "What who made the code wrote" }),
          needsConfirmation: z.boolean().meta({
            description:
              "Whether the payment is refused without a confirmation. Of an open amount, as of one above 100 EUR",
          }),
        }),
      ]),
    },
  },
  errors: [...payeeErrors, QrInvalid, QrExpired, QrAlreadyUsed, ...sendingErrors],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
