import { defineError } from "../../kernel/errors.ts";

export const WalletExists = defineError(
  "WALLET_EXISTS",
  "conflict",
  "You already have a wallet for this asset.",
  "Vous avez déjà un portefeuille pour cet actif.",
);
export const WalletNotFound = defineError(
  "WALLET_NOT_FOUND",
  "not-found",
  "There is no such wallet.",
  "Ce portefeuille n'existe pas.",
);
export { WalletLimit } from "../errors.ts";
export const UnsupportedAsset = defineError(
  "UNSUPPORTED_ASSET",
  "invalid",
  "The platform does not hold this asset.",
  "La plateforme ne détient pas cet actif.",
);
export const InvalidAddress = defineError(
  "INVALID_ADDRESS",
  "invalid",
  "The public address is not one of this asset's network.",
  "L'adresse publique n'est pas une adresse du réseau de cet actif.",
);
