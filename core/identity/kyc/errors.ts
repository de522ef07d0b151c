import { defineError } from "../../kernel/errors.ts";

export const VerificationInReview = defineError(
  "VERIFICATION_IN_REVIEW",
  "conflict",
  "Your file is being reviewed: nothing can be added before that has ended.",
  "Votre dossier est en cours d'examen : rien ne peut y être ajouté avant la fin.",
);

/** Whoever reviews came too late, or nothing was handed in. */
export const NothingToReview = defineError(
  "NOTHING_TO_REVIEW",
  "conflict",
  "No verification of this user waits for a decision: it was decided, or began anew. Look again.",
  "Aucune vérification de cet utilisateur n'attend de décision : elle a été décidée, ou a recommencé. Regardez à nouveau.",
);
