import { defineError } from "../../kernel/errors.ts";

export { HoldClosed, HoldExceeded, HoldNotFound } from "../../ledger/errors.ts";

export const HoldExpired = defineError(
  "HOLD_EXPIRED",
  "conflict",
  "The hold's time is over: what was left of it goes back to its wallet.",
  "La réservation est arrivée à son terme : ce qu'il en restait revient à son portefeuille.",
);
export const HoldLimit = defineError(
  "HOLD_LIMIT_REACHED",
  "conflict",
  "The wallet has the 50 open holds that it may have. Capture or release one first.",
  "Le portefeuille a les 50 réservations ouvertes qu'il peut avoir. Débitez ou levez-en une d'abord.",
);
