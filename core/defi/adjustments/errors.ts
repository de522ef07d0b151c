import { defineError } from "../../kernel/errors.ts";

export const OwnWallet = defineError(
  "OWN_WALLET",
  "forbidden",
  "This wallet is your own: another member of staff must adjust it.",
  "Ce portefeuille est le vôtre : un autre membre du personnel doit l'ajuster.",
);
export const OwnAdjustment = defineError(
  "OWN_ADJUSTMENT",
  "forbidden",
  "You asked for this adjustment: another member of staff must approve it.",
  "Vous avez demandé cet ajustement : un autre membre du personnel doit l'approuver.",
);
export const AdjustmentLimit = defineError(
  "ADJUSTMENT_LIMIT_EXCEEDED",
  "forbidden",
  "That is more than one member of staff may move within 24 hours.",
  "C'est plus que ce qu'un membre du personnel peut déplacer en 24 heures.",
);
export const ApprovalNotFound = defineError(
  "APPROVAL_NOT_FOUND",
  "not-found",
  "No adjustment of this wallet waits under this approvalId: it was booked, or its 24 hours are over.",
  "Aucun ajustement de ce portefeuille n'attend sous cet approvalId : il a été comptabilisé, ou ses 24 heures sont écoulées.",
);
export const ApprovalMismatch = defineError(
  "APPROVAL_MISMATCH",
  "invalid",
  "This is not the adjustment that was asked for: approve exactly that, or ask for another.",
  "Ce n'est pas l'ajustement demandé : approuvez exactement celui-là, ou demandez-en un autre.",
);
export const SuspenseExceeded = defineError(
  "SUSPENSE_EXCEEDED",
  "invalid",
  "That is more than is in suspense of what the flag names: details say how much is left.",
  "C'est plus que ce qui reste en attente pour ce signalement : details dit combien il reste.",
);
export const SupplyExceeded = defineError(
  "SUPPLY_EXCEEDED",
  "invalid",
  "That is more of the platform's token than its supply has outside the platform.",
  "C'est plus de jetons de la plateforme que son émission n'en compte en dehors d'elle.",
);
