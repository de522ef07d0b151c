import { defineError } from "../kernel/errors.ts";

export const WalletExists = defineError(
  "WALLET_EXISTS",
  "conflict",
  "You already have a wallet for this asset. Use it.",
  "Vous avez déjà un portefeuille pour cet actif. Utilisez-le.",
);
export const WalletNotFound = defineError(
  "WALLET_NOT_FOUND",
  "not-found",
  "This wallet does not exist. Check its id.",
  "Ce portefeuille n'existe pas. Vérifiez son identifiant.",
);
export { WalletLimit } from "../ledger/errors.ts";
export const UnsupportedAsset = defineError(
  "UNSUPPORTED_ASSET",
  "invalid",
  "The platform does not support this asset. Choose another one.",
  "La plateforme ne prend pas en charge cet actif. Choisissez-en un autre.",
);
export const InvalidAddress = defineError(
  "INVALID_ADDRESS",
  "invalid",
  "The public address does not belong to this asset's network. Check it.",
  "L'adresse publique n'appartient pas au réseau de cet actif. Vérifiez-la.",
);
export const NoDepositAddress = defineError(
  "NO_DEPOSIT_ADDRESS",
  "not-found",
  "This asset has no deposit address: ACH transfers use account and routing numbers, which the bank does not provide here. Top up by card, make a swap, or receive it from another user.",
  "Cet actif n'a pas d'adresse de dépôt : les virements ACH utilisent des numéros de compte et d'acheminement, que la banque ne fournit pas ici. Rechargez par carte, faites un échange, ou recevez-le d'un autre utilisateur.",
);
export const DepositsUnavailable = defineError(
  "DEPOSITS_UNAVAILABLE",
  "unavailable",
  "Deposits of this asset from outside are not available yet. Do not send anything.",
  "Les dépôts de cet actif depuis l'extérieur ne sont pas encore disponibles. N'envoyez rien pour le moment.",
);
