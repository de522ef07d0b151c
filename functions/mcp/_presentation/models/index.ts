import type * as z from "zod";
import { standingItem } from "../../../../core/identity/kyc/schema.ts";
import { profile } from "../../../../core/identity/schema.ts";
import { walletItem } from "../../../../core/ledger/wallets/schema.ts";
import { programItem } from "../../../../core/loyalty/programs/schema.ts";
import { cardItem } from "../../../../core/payments/cards/schema.ts";
import { loyaltyCard, movement, payment } from "../schema.ts";
import type { ModelName } from "./names.ts";
import * as Planned from "./schema.ts";

/**
 * The data models as they are told to LLM clients. The fields are those of the schemas that core itself parses with, or that tools
 * answer with, so that a field that is added there is told here; the relations say which other models a model refers to, or is referred to by.
 */

export interface Model {
  readonly name: ModelName;
  readonly fields: readonly string[];
  readonly relations: readonly ModelName[];
}

interface Source {
  readonly schema: z.ZodObject;
  /** Fields that are for the table or the provider alone. */
  readonly hidden?: readonly string[];
  /** Fields that are shown beside those of the schema. */
  readonly more?: readonly string[];
  readonly relations: readonly ModelName[];
}

/** What only the ledger's chain is about. */
const CHAIN = ["head", "seq"];

const sources: Readonly<Record<ModelName, Source>> = {
  user: {
    schema: profile,
    relations: [
      "wallet",
      "transaction",
      "paymentCard",
      "loyaltyCard",
      "kycSubmission",
      "cryptoWallet",
      "referralLink",
    ],
  },
  wallet: { schema: walletItem, hidden: CHAIN, relations: ["user", "transaction"] },
  // What tools call a transaction is a movement in a wallet, what the payments API does is a payment's record: the model has both.
  transaction: {
    schema: payment.extend(movement.shape),
    relations: ["user", "wallet", "store", "paymentCard"],
  },
  store: { schema: Planned.store, relations: ["loyaltyProgram", "transaction"] },
  loyaltyProgram: { schema: programItem, relations: ["store", "loyaltyCard"] },
  loyaltyCard: { schema: loyaltyCard, relations: ["user", "loyaltyProgram"] },
  paymentCard: {
    schema: cardItem,
    hidden: ["paymentMethodId", "customerId", "fingerprint", "eventPosition"],
    more: ["isDefault"],
    relations: ["user", "transaction"],
  },
  kycSubmission: {
    schema: standingItem,
    hidden: ["position", "version"],
    relations: ["user", "kycDocument"],
  },
  kycDocument: { schema: Planned.kycDocument, relations: ["kycSubmission"] },
  cryptoWallet: {
    schema: walletItem,
    hidden: CHAIN,
    more: ["network"],
    relations: ["user", "cryptoAsset", "transaction"],
  },
  cryptoAsset: { schema: Planned.cryptoAsset, relations: ["cryptoWallet"] },
  externalWallet: { schema: Planned.externalWallet, relations: ["user", "cryptoAsset"] },
  referralProgram: { schema: Planned.referralProgram, relations: ["referralLink"] },
  referralLink: {
    schema: Planned.referralLink,
    relations: ["user", "referralProgram", "referralConversion"],
  },
  referralConversion: { schema: Planned.referralConversion, relations: ["referralLink", "user"] },
};

/** What is told of a model. */
export function model(name: ModelName): Model {
  const { schema, hidden = [], more = [], relations } = sources[name];
  const fields = Object.keys(schema.shape).filter((field) => !hidden.includes(field));
  return { name, fields: [...fields, ...more], relations };
}
