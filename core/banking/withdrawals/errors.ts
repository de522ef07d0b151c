import { defineError } from "../../kernel/errors.ts";

export const WithdrawalsUnavailable = defineError(
  "WITHDRAWALS_UNAVAILABLE",
  "unavailable",
  "Withdrawals are currently unavailable because no bank is connected. Your account was not debited.",
  "Les retraits sont actuellement indisponibles, car aucune banque n'est connectée. Votre compte n'a pas été débité.",
);

export const NotWithdrawable = defineError(
  "ASSET_NOT_WITHDRAWABLE",
  "invalid",
  "Dollars cannot be withdrawn, because the bank does not support ACH transfers here. Swap them into another currency first.",
  "Les dollars ne peuvent pas être retirés, car la banque ne prend pas en charge les virements ACH. Échangez-les d'abord contre une autre devise.",
);
