import { defineError } from "../../kernel/errors.ts";

export const WithdrawalsUnavailable = defineError(
  "WITHDRAWALS_UNAVAILABLE",
  "unavailable",
  "No bank is connected here that could pay out. Nothing was taken.",
  "Aucune banque n'est connectée ici pour verser cet argent. Rien n'a été prélevé.",
);
