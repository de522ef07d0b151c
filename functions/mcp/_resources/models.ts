import type * as z from "zod";
import type { referral } from "../../../contract/mobile/loyalty.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { standingItem } from "../../../core/identity/kyc/schema.ts";
import type * as Status from "../../../core/identity/kyc/verification/status.ts";
import type { profile } from "../../../core/identity/schema.ts";
import type { Asset } from "../../../core/kernel/assets/index.ts";
import type { walletItem } from "../../../core/ledger/schema.ts";
import type { programItem } from "../../../core/loyalty/programs/schema.ts";
import type * as Referrals from "../../../core/loyalty/referrals/index.ts";
import type { Referral } from "../../../core/loyalty/referrals/schema.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";
import { loyaltyCard, type movement, payment } from "../_tools/schemas.ts";

/**
 * The data models that `svc://models/{model}` describes, in the order of the specification (spec 3, section
 * 2.8).
 */
export const modelNames = [
  "user",
  "wallet",
  "transaction",
  "store",
  "loyaltyProgram",
  "loyaltyCard",
  "paymentCard",
  "kycSubmission",
  "kycDocument",
  "cryptoWallet",
  "cryptoAsset",
  "externalWallet",
  "referralProgram",
  "referralLink",
  "referralConversion",
] as const;
export type ModelName = (typeof modelNames)[number];

export const isModelName = (text: string): text is ModelName =>
  (modelNames as readonly string[]).includes(text);

/**
 * The data models as LLM clients may know them, those of tools with all their fields: a field of core that is not named
 * here is not shown, whatever core adds. The relations name the models that a model refers to, or is referred to by.
 */

export interface Model {
  readonly name: ModelName;
  readonly fields: readonly string[];
  readonly relations: readonly ModelName[];
}

/** Fields of T by name: the compiler refuses one that T does not have. */
const fields = <T>(...names: (keyof T & string)[]): readonly string[] => names;

const wallet = fields<z.output<typeof walletItem>>(
  "walletId",
  "asset",
  "publicAddress",
  "createdAt",
  "available",
  "held",
  "totalDeposits",
  "totalWithdrawals",
  "transactionCount",
  "lastEntryAt",
);

/** No domain of core keeps these so far: what clients may expect of them. */
const planned = {
  store: ["id", "merchantId", "name", "address", "country", "currency", "programId", "createdAt"],
  externalWallet: ["id", "userId", "label", "network", "publicAddress", "verifiedAt", "createdAt"],
} as const satisfies Partial<Record<ModelName, readonly string[]>>;

const allowed: Readonly<Record<ModelName, readonly string[]>> = {
  user: fields<z.output<typeof profile>>(
    "id",
    "name",
    "email",
    "role",
    "image",
    "emailVerified",
    "createdAt",
    "updatedAt",
    "preferences",
    "accounts",
  ),
  wallet,
  // What tools call a transaction is a movement in a wallet, what the payments API does is a payment's
  // record: the model has both.
  transaction: [
    ...Object.keys(payment.shape),
    ...fields<z.output<typeof movement>>("walletId", "asset", "flow", "from", "timestamp"),
  ],
  loyaltyProgram: fields<z.output<typeof programItem>>(
    "programId",
    "merchantId",
    "ownerId",
    "name",
    "merchantName",
    "rate",
    "pointsPerEuro",
    "category",
    "logoUrl",
    "status",
    "createdAt",
    "endedAt",
  ),
  loyaltyCard: Object.keys(loyaltyCard.shape),
  referralProgram: fields<Referrals.Program>("code", "statistics", "points", "referrals", "own"),
  referralLink: fields<ResultOf<typeof referral>>("code", "link", "statistics", "rewards"),
  // Who was referred is not the referrer's to know.
  referralConversion: fields<Referral>("code", "claimedAt", "status", "refusal", "rewarded"),
  paymentCard: fields<Card>(
    "cardId",
    "userId",
    "brand",
    "last4",
    "expMonth",
    "expYear",
    "status",
    "type",
    "createdAt",
    "isDefault",
  ),
  kycSubmission: fields<z.output<typeof standingItem>>(
    "userId",
    "status",
    "level",
    "kind",
    "reason",
    "updatedAt",
  ),
  kycDocument: fields<Status.ShownDocument>(
    "documentId",
    "documentType",
    "side",
    "status",
    "format",
    "bytes",
    "reasons",
    "uploadedAt",
  ),
  cryptoWallet: [...wallet, "network"],
  cryptoAsset: fields<Asset>("symbol", "name", "network", "decimals", "logoUrl"),
  ...planned,
};

/** Whether no domain of core keeps such a model so far. */
export const isPlanned = (name: ModelName): boolean => Object.hasOwn(planned, name);

const relations: Readonly<Record<ModelName, readonly ModelName[]>> = {
  user: [
    "wallet",
    "transaction",
    "paymentCard",
    "loyaltyCard",
    "kycSubmission",
    "cryptoWallet",
    "referralLink",
  ],
  wallet: ["user", "transaction"],
  transaction: ["user", "wallet", "store", "paymentCard"],
  store: ["loyaltyProgram", "transaction"],
  loyaltyProgram: ["store", "loyaltyCard"],
  loyaltyCard: ["user", "loyaltyProgram"],
  paymentCard: ["user", "transaction"],
  kycSubmission: ["user", "kycDocument"],
  kycDocument: ["kycSubmission"],
  cryptoWallet: ["user", "cryptoAsset", "transaction"],
  cryptoAsset: ["cryptoWallet"],
  externalWallet: ["user", "cryptoAsset"],
  referralProgram: ["referralLink"],
  referralLink: ["user", "referralProgram", "referralConversion"],
  referralConversion: ["referralLink", "user"],
};

export const model = (name: ModelName): Model => ({
  name,
  fields: allowed[name],
  relations: relations[name],
});
