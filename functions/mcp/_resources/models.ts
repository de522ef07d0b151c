import type * as z from "zod";
import type { referral } from "../../../contract/mobile/loyalty.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { stateItem } from "../../../core/identity/kyc/schema.ts";
import type * as Status from "../../../core/identity/kyc/verification/status.ts";
import type { profile } from "../../../core/identity/schema.ts";
import type { Asset } from "../../../core/kernel/assets/index.ts";
import type { walletItem } from "../../../core/ledger/schema.ts";
import type { programItem } from "../../../core/loyalty/programs/schema.ts";
import type * as Referrals from "../../../core/loyalty/referrals/index.ts";
import type { Referral } from "../../../core/loyalty/referrals/schema.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";
import { loyaltyCard, type movement, payment } from "../_tools/schemas.ts";

/** The data models of `svc://models/{model}`, in the order of the specification (spec 3, section 2.8). */
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

/** A data model for LLM clients. Fields of core are shown only if they are listed here. */
export interface Model {
  readonly name: ModelName;
  readonly fields: readonly string[];
  /** The models that it refers to or that refer to it. */
  readonly relations: readonly ModelName[];
}

/** Returns names of fields of T; the compiler rejects other names. */
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

/** Models that core does not implement yet. */
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
  // A transaction of tools is a movement in a wallet, one of the payments API a payment's record. The model has both.
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
  // The referrer does not see the referred user.
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
  kycSubmission: fields<z.output<typeof stateItem>>(
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

/** Returns whether core does not implement a model yet. */
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
