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
