import { defineError } from "../kernel/errors.ts";

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
export { WalletLimit } from "../ledger/errors.ts";
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
export const NoDepositAddress = defineError(
  "NO_DEPOSIT_ADDRESS",
  "not-found",
  "This asset is not paid in to an address: ACH pays by account and routing number, which the bank does not give here. Bring it in by card, by swap or from another user.",
  "Cet actif n'est pas versé à une adresse : l'ACH paie par numéros de compte et d'acheminement, que la banque ne donne pas ici. Apportez-le par carte, par échange ou depuis un autre utilisateur.",
);
export const DepositsUnavailable = defineError(
  "DEPOSITS_UNAVAILABLE",
  "unavailable",
  "Deposits of this asset from outside are not available yet. Do not send anything.",
  "Les dépôts de cet actif depuis l'extérieur ne sont pas encore disponibles. N'envoyez rien pour le moment.",
);
