import { defineError } from "../../kernel/errors.ts";

export const WithdrawalsUnavailable = defineError(
  "WITHDRAWALS_UNAVAILABLE",
  "unavailable",
  "No bank is connected here that could pay out. Nothing was taken.",
  "Aucune banque n'est connectée ici pour verser cet argent. Rien n'a été prélevé.",
);

export const NotWithdrawable = defineError(
  "ASSET_NOT_WITHDRAWABLE",
  "invalid",
  "Dollars are not withdrawn: ACH pays by account and routing number, which the bank does not take here. Change them first, by a swap.",
  "Les dollars ne sont pas retirés : l'ACH paie par numéros de compte et d'acheminement, que la banque ne prend pas ici. Changez-les d'abord, par un échange.",
);
