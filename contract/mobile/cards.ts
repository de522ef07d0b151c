import * as z from "zod";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
import {
  AddressRequired,
  CardNotActive,
  CardNotFound,
  CardNotIssued,
  CardRestricted,
  IssuedLimit,
  NoCardAccount,
  NotVerified,
  ObviousPin,
} from "../../core/payments/issuing/errors.ts";
import { MAX_ISSUED } from "../../core/payments/issuing/schema.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { idOf, providerLedgerWrite, providerWrite, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { anyAmount, mobileCard, mobileCardDetail, shared } from "./schemas.ts";

/** The cards of the app's user: MOBILE.md, section Cards. */

const route = defineFamily({ ...shared, id: "mobile.cards", path: "/api/v1/mobile/cards" });

const afterReset =
  "\n\nIn the 24 hours after a reset of the credentials, the proof must be by a passkey, authenticator or recovery code that the account had " +
  "before. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them.";

const cardId = idOf("card").meta({ examples: ["crd_01kaf3v7m8q2w5x9y1z4b6c8d0"] });
const params = z.object({ id: cardId });
const issuedCardErrors = [CardNotFound, CardNotIssued, CardNotActive] as const;

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's cards",
  description:
    "Returns issued cards, which spend an account, newest first, and then cards saved on the web (`source`). `isDefault` marks the saved card " +
    "that is charged if none is named.",
  response: { description: "The cards", body: z.object({ cards: z.array(mobileCard) }) },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a card",
  request: { params },
  response: { description: "The card", body: mobileCardDetail },
  errors: [CardNotFound],
});

export const create = route({
  ...providerLedgerWrite,
  id: "create",
  method: "POST",
  summary: "Issue a card",
  description:
    "The first virtual card is issued automatically once the identity is verified and a euro account is open. This issues more, up to " +
    `${MAX_ISSUED} that are not canceled. A card spends one euro account. A physical card is sent to the profile's address and is \`inactive\` until ` +
    "`/unfreeze`. Cards cannot be canceled by route: freeze the card, or have support cancel it at the provider, which allows another one. The " +
    `number of the card, and the activation of a physical one, need a recent proof.${afterReset}`,
  idempotent: true,
  proof: { when: "the credentials were reset within the last 24 hours" },
  waitsAfterReset: true,
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
  response: { status: 201, description: "The card", body: mobileCard },
  errors: [NoCardAccount, NotVerified, AddressRequired, IssuedLimit, ...pspErrors],
});

export const freeze = route({
  ...providerWrite,
  id: "freeze",
  method: "POST",
  path: "/{id}/freeze",
  summary: "Freeze a card: it authorizes nothing from now on",
  proof: { notNeeded: "freezing a card only protects it" },
  request: { params },
  response: { description: "The card", body: mobileCard },
  errors: issuedCardErrors,
});

export const unfreeze = route({
  ...providerWrite,
  id: "unfreeze",
  method: "POST",
  path: "/{id}/unfreeze",
  summary: "Unfreeze a card, or activate a new physical one",
  description:
    "Needs a recent proof, so that the finder of a lost card cannot unfreeze it. A card that we have frozen stays frozen until the owner's identity " +
    `is verified again (\`CARD_RESTRICTED\`).${afterReset}`,
  proof: { when: "the card is an issued one" },
  waitsAfterReset: true,
  request: { params },
  response: { description: "The card", body: mobileCard },
  errors: [...issuedCardErrors, CardRestricted],
});

export const details = route({
  ...providerWrite,
  id: "details",
  method: "GET",
  path: "/{id}/details",
  summary: "Retrieve a card's number and security code",
  description: `They come from the provider and are not stored. Each access is recorded, and the user is notified.${afterReset}`,
  proof: "always",
  waitsAfterReset: true,
  request: { params },
  response: {
    description: "The card's secrets; must not be cached",
    headers: { "Cache-Control": "no-store" },
    body: z
      .object({
        cardNumber: z.string(),
        cvv: z.string(),
        expiryMonth: z.string().describe("Two digits"),
        expiryYear: z.string().describe("Four digits"),
        cardholderName: z.string(),
      })
      .meta({ id: "MobileCardDetails" }),
  },
  errors: [...issuedCardErrors, ...pspErrors],
});

export const displayKey = route({
  ...providerWrite,
  id: "display-key",
  method: "POST",
  path: "/{id}/display-key",
  summary: "Create a key that shows a card's number in a browser",
  description:
    "For Stripe's Issuing Elements: the number and security code go from the provider to its frames in the page, so that neither the page nor this " +
    "API receives them. The page makes the nonce with `stripe.createEphemeralKeyNonce({issuingCard: providerCardId})`. Each key is recorded, and " +
    `the user is notified, as by \`GET /cards/{id}/details\`.${afterReset}`,
  proof: "always",
  waitsAfterReset: true,
  request: {
    params,
    body: z.strictObject({
      nonce: z
        .string()
        .min(1)
        .max(255)
        .meta({ examples: ["ephkn_1Qq5dC2eZvKYlo2C"] }),
    }),
  },
  response: {
    status: 201,
    description: "The key, which is valid for this card and nonce only; must not be cached",
    headers: { "Cache-Control": "no-store" },
    body: z
      .object({ providerCardId: z.string(), ephemeralKeySecret: z.string(), expiresAt: timestamp })
      .meta({ id: "MobileCardDisplayKey" }),
  },
  errors: [...issuedCardErrors, ...pspErrors],
});

const limit = anyAmount
  .nullable()
  .optional()
  .describe("In whole units of the card's currency; null removes the limit");

export const settings = route({
  id: "settings",
  method: "PUT",
  path: "/{id}/settings",
  summary: "Change the permitted uses of a card",
  description:
    "Applies to every authorization from now on; omitted fields stay. `abroad` are merchants in another country than the cardholder's. Days and " +
    `months follow the platform's time zone; released authorizations no longer count. More than before needs a recent proof.${afterReset}`,
  proof: { when: "the card may be used for more than before" },
  waitsAfterReset: true,
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
  response: { description: "The card", body: mobileCard },
  errors: [...issuedCardErrors, InvalidAmount],
  grants: { table: "write" },
});

export const pin = route({
  ...providerWrite,
  id: "pin",
  method: "POST",
  path: "/{id}/pin",
  summary: "Change a card's PIN",
  description:
    "The PIN is encrypted for the provider and not stored, so there is no `Idempotency-Key`; setting it again changes nothing. Rows (1234, 0000), " +
    `patterns (1212, 1221, 2580), the birthday, and the last digits of the card and phone number are rejected.${afterReset}`,
  proof: "always",
  waitsAfterReset: true,
  request: {
    params,
    body: z.strictObject({
      pin: z
        .string()
        .regex(/^\d{4}$/, rule("must be 4 digits", "doit compter 4 chiffres"))
        .meta({ examples: ["8305"] }),
    }),
  },
  response: { status: 204, description: "The PIN is changed" },
  errors: [...issuedCardErrors, ObviousPin, ...pspErrors],
});

const opaque = z.string().min(1).max(8192);

const provisioning = z
  .object({
    cardId: z.string(),
    cardholderName: z.string(),
    last4: z.string(),
    network: z.string(),
    primaryAccountIdentifier: z
      .string()
      .nullable()
      .describe("The card's id in the wallets of the device's maker; null before the first"),
    ephemeralKey: z
      .object({ id: z.string(), secret: z.string(), expiresAt: timestamp, apiVersion: z.string() })
      .describe(
        "For the provider's library on the device: it fetches the encrypted card, and passes on the wallet's certificates and nonce",
      ),
  })
  .meta({ id: "PhoneWalletProvisioning" });

const provisioned = {
  ...providerWrite,
  description:
    "The card goes from the provider to the device's wallet. The wallet's data is for the provider's library on the device and is not stored. The " +
    `user is notified.${afterReset}`,
  proof: "always",
  waitsAfterReset: true,
  response: {
    description: "The data for the provider's library on the device; must not be cached",
    headers: { "Cache-Control": "no-store" },
    body: provisioning,
  },
  errors: [...issuedCardErrors, ...pspErrors],
} as const;

export const applePay = route({
  ...provisioned,
  id: "apple-pay",
  method: "POST",
  path: "/apple-pay",
  summary: "Add a card to an iPhone's wallet",
  request: {
    body: z.strictObject({
      cardId,
      certificates: z.array(opaque).max(10).optional().describe("From PassKit, base64"),
      nonce: opaque.optional(),
      nonceSignature: opaque.optional(),
    }),
  },
});

export const googlePay = route({
  ...provisioned,
  id: "google-pay",
  method: "POST",
  path: "/google-pay",
  summary: "Add a card to an Android device's wallet",
  request: {
    body: z.strictObject({
      cardId,
      walletAccountId: opaque.optional().describe("From Google's TapAndPay"),
      deviceId: opaque.optional().describe("The stable hardware id"),
    }),
  },
});
