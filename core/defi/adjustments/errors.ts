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
  "You requested this adjustment: another member of staff must approve it.",
  "Vous avez demandé cet ajustement : un autre membre du personnel doit l'approuver.",
);
export const AdjustmentLimit = defineError(
  "ADJUSTMENT_LIMIT_EXCEEDED",
  "forbidden",
  "This adjustment exceeds your limit for 24 hours. Ask another member of staff, or try again later.",
  "Cet ajustement dépasse votre limite sur 24 heures. Adressez-vous à un autre membre du personnel ou réessayez plus tard.",
);
export const ApprovalNotFound = defineError(
  "APPROVAL_NOT_FOUND",
  "not-found",
  "This wallet has no pending adjustment with this approvalId: it was posted, its 24 hours are over, or its requester is no longer staff. Check the id, or request the adjustment again.",
  "Ce portefeuille n'a aucun ajustement en attente pour cet approvalId : il a été comptabilisé, ses 24 heures sont écoulées, ou son demandeur ne fait plus partie du personnel. Vérifiez l'identifiant, ou refaites la demande.",
);
export const ApprovalMismatch = defineError(
  "APPROVAL_MISMATCH",
  "invalid",
  "This adjustment differs from the requested one. Approve the requested one without changes, or request a new one.",
  "Cet ajustement diffère de celui qui a été demandé. Approuvez ce dernier sans modification, ou faites une nouvelle demande.",
);
export const SuspenseExceeded = defineError(
  "SUSPENSE_EXCEEDED",
  "invalid",
  "The amount exceeds the money in suspense for this flag. Enter at most the amount in details.available.",
  "Le montant dépasse les fonds en attente pour ce signalement. Saisissez au plus le montant de details.available.",
);
export const SupplyExceeded = defineError(
  "SUPPLY_EXCEEDED",
  "invalid",
  "The amount exceeds the supply of the platform's token outside the platform. Enter a smaller amount.",
  "Le montant dépasse l'offre du jeton de la plateforme en dehors de celle-ci. Saisissez un montant plus faible.",
);
