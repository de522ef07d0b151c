import * as z from "zod";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
import {
  AddressRequired,
  CardNotActive,
  CardNotFound,
  CardNotIssued,
  IssuedLimit,
  NoCardAccount,
  NotVerified,
  ObviousPin,
} from "../../core/payments/issuing/errors.ts";
import { MAX_ISSUED } from "../../core/payments/issuing/schema.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { mobileAmount, mobileCard } from "./schemas.ts";

/** The cards of the app's user: MOBILE.md, section Cards. */

const route = defineFamily({
  id: "mobile.cards",
  path: "/api/v1/mobile/cards",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const cardId = z
  .string()
  .regex(
    pattern("card"),
    rule("must be the id of a card, crd_…", "doit être l'identifiant d'une carte, crd_…"),
  )
  .meta({ examples: ["crd_01kaf3v7m8q2w5x9y1z4b6c8d0"] });
const params = z.object({ id: cardId });

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's cards",
  description:
    "Those that we issue, which spend an account, and those that were saved on the web to pay with (`source`). `isDefault` is of saved cards alone: it is " +
    "the one that is charged where none is named. Issued ones come first, the newest of them first.",
  responses: { 200: { description: "The cards", body: z.object({ cards: z.array(mobileCard) }) } },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "One card",
  request: { params },
  responses: { 200: { description: "The card", body: mobileCard } },
  errors: [CardNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Issue a card",
  description:
    `One virtual card comes by itself once the identity is checked and a euro account is open; this issues more, ${MAX_ISSUED} at most that are not canceled. A card spends the ` +
    "account that it is issued for, which is one in euros. A physical one is sent to the profile's address, and is `inactive` until `/unfreeze` switches it on. " +
    "No route cancels a card: its owner freezes it, and what the card's provider cancels, asked by support, is `canceled` here and its place free for another.",
  idempotent: true,
  request: {
    body: z.strictObject({
      type: z.enum(cardTypes),
      accountId: z
        .string()
        .min(1)
        .max(100)
        .meta({
          description: "The account that it spends",
          examples: ["wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur"],
        }),
    }),
  },
  responses: { 201: { description: "The card", body: mobileCard } },
  errors: [NoCardAccount, NotVerified, AddressRequired, IssuedLimit, ...pspErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const freeze = route({
  id: "freeze",
  method: "POST",
  path: "/{id}/freeze",
  summary: "Freeze a card: it authorizes nothing from this instant",
  request: { params },
  responses: { 200: { description: "The card", body: mobileCard } },
  errors: [CardNotFound, CardNotIssued, CardNotActive],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
});

export const unfreeze = route({
  id: "unfreeze",
  method: "POST",
  path: "/{id}/unfreeze",
  summary: "Let a frozen card pay again, or a new physical one for the first time",
  description:
    "Confirmed as a raised limit is: who freezes a card that was lost does not want its finder to undo that.",
  stepUp: { when: "the card is one that was issued" },
  request: { params },
  responses: { 200: { description: "The card", body: mobileCard } },
  errors: [CardNotFound, CardNotIssued, CardNotActive],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
});

export const details = route({
  id: "details",
  method: "GET",
  path: "/{id}/details",
  summary: "A card's number and security code",
  description:
    "They come from the provider and are kept nowhere. Each look is recorded, and the user told of it.",
  stepUp: "always",
  request: { params },
  responses: {
    200: {
      description: "The whole card; no cache may keep it",
      headers: { "Cache-Control": "no-store" },
      body: z
        .object({
          cardNumber: z.string(),
          cvv: z.string(),
          expiryMonth: z.string().meta({ description: "Two digits" }),
          expiryYear: z.string().meta({ description: "Four digits" }),
          cardholderName: z.string(),
        })
        .meta({ id: "MobileCardDetails" }),
    },
  },
  errors: [CardNotFound, CardNotIssued, CardNotActive, ...pspErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
});

/** The most that an owner's limit may be, in whole units. */
const limit = mobileAmount
  .nullable()
  .optional()
  .meta({ description: "In whole units of the card's currency; null: none" });

export const settings = route({
  id: "settings",
  method: "PUT",
  path: "/{id}/settings",
  summary: "Say what a card may be used for",
  description:
    "Held by every authorization from then on; what is left out stays as it is. `abroad` are merchants in another country than the cardholder's. A day and a month are " +
    "those of the platform's time zone; what a merchant lets go of counts no more.",
  stepUp: { when: "the card may be used for more than before" },
  request: {
    params,
    body: z.strictObject({
      onlinePayments: z.boolean().optional(),
      contactless: z.boolean().optional(),
      atmWithdrawals: z.boolean().optional(),
      abroad: z.boolean().optional(),
      limits: z.strictObject({ perTransaction: limit, daily: limit, monthly: limit }).optional(),
    }),
  },
  responses: { 200: { description: "The card", body: mobileCard } },
  errors: [CardNotFound, CardNotIssued, CardNotActive, InvalidAmount],
  grants: { table: "write" },
});

export const pin = route({
  id: "pin",
  method: "POST",
  path: "/{id}/pin",
  summary: "Give a card another PIN",
  description:
    "It is encrypted for the provider and kept nowhere, so there is no `Idempotency-Key`: to set the same PIN again changes nothing. Rows (1234, 0000), patterns " +
    "(1212, 1221, 2580), the birthday and the ends of the card's and the telephone's number are refused.",
  stepUp: "always",
  request: {
    params,
    body: z.strictObject({
      pin: z
        .string()
        .regex(/^\d{4}$/, rule("must be 4 digits", "doit compter 4 chiffres"))
        .meta({ examples: ["8305"] }),
    }),
  },
  responses: { 204: { description: "The PIN is changed" } },
  errors: [CardNotFound, CardNotIssued, CardNotActive, ObviousPin, ...pspErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
});

const opaque = z.string().min(1).max(8192);

const provisioning = z
  .object({
    cardId: z.string(),
    cardholderName: z.string(),
    last4: z.string(),
    network: z.string(),
    primaryAccountIdentifier: z.string().nullable().meta({
      description: "The card's name in the wallets of the telephone's maker; null before the first",
    }),
    ephemeralKey: z
      .object({ id: z.string(), secret: z.string(), expiresAt: timestamp, apiVersion: z.string() })
      .meta({
        description:
          "The provider's: its library on the telephone fetches the encrypted card with it, and hands the wallet's certificates and nonce over",
      }),
  })
  .meta({ id: "PhoneWalletProvisioning" });

const provisioned = {
  stepUp: "always",
  responses: {
    200: {
      description: "What the provider's library on the telephone takes; no cache may keep it",
      headers: { "Cache-Control": "no-store" },
      body: provisioning,
    },
  },
  errors: [CardNotFound, CardNotIssued, CardNotActive, ...pspErrors],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
} as const;

const DESCRIPTION =
  "The card goes from the provider to the telephone's wallet: what the wallet gave is for the provider's library there, and is not kept here. The user is told.";

export const applePay = route({
  id: "apple-pay",
  method: "POST",
  path: "/apple-pay",
  summary: "Put a card into an iPhone's wallet",
  description: DESCRIPTION,
  request: {
    body: z.strictObject({
      cardId,
      certificates: z.array(opaque).max(10).optional().meta({ description: "Of PassKit, base64" }),
      nonce: opaque.optional(),
      nonceSignature: opaque.optional(),
    }),
  },
  ...provisioned,
});

export const googlePay = route({
  id: "google-pay",
  method: "POST",
  path: "/google-pay",
  summary: "Put a card into an Android telephone's wallet",
  description: DESCRIPTION,
  request: {
    body: z.strictObject({
      cardId,
      walletAccountId: opaque.optional().meta({ description: "Of Google's TapAndPay" }),
      deviceId: opaque.optional().meta({ description: "Its stable hardware id" }),
    }),
  },
  ...provisioned,
});
