import { defineError } from "../../kernel/errors.ts";

export const WalletExists = defineError(
  "WALLET_EXISTS",
  "conflict",
  "You already have a wallet for this asset.",
);
export const WalletNotFound = defineError("WALLET_NOT_FOUND", "not-found", "There is no such wallet.");
export { WalletLimit } from "../errors.ts";
export const UnsupportedAsset = defineError(
  "UNSUPPORTED_ASSET",
  "invalid",
  "The platform does not hold this asset.",
);
export const InvalidAddress = defineError(
  "INVALID_ADDRESS",
  "invalid",
  "The public address is not one of this asset's network.",
);
