import { defineError } from "../../kernel/errors.ts";

export const VerificationInReview = defineError(
  "VERIFICATION_IN_REVIEW",
  "conflict",
  "Your file is being reviewed: nothing can be added before that has ended.",
  "Votre dossier est en cours d'examen : rien ne peut y être ajouté avant la fin.",
);

export const NothingToReview = defineError(
  "NOTHING_TO_REVIEW",
  "conflict",
  "No verification of this user waits for a decision: it was decided, or another one has begun. Reload it.",
  "Aucune vérification de cet utilisateur n'attend de décision : elle a été décidée, ou a recommencé. Regardez à nouveau.",
);

export const DocumentTooLarge = defineError(
  "DOCUMENT_TOO_LARGE",
  "too-large",
  "A file that is sent here has at most 5 MB. Ask with ?presign=true for an uploadUrl: it takes up to 20 MB.",
  "Un fichier envoyé ici fait au plus 5 Mo. Demandez une uploadUrl avec ?presign=true : elle accepte jusqu'à 20 Mo.",
);

export const DocumentsMissing = defineError(
  "DOCUMENTS_MISSING",
  "conflict",
  "Something is missing for your identity to be verified.",
  "Il manque des documents pour vérifier votre identité.",
);

export const AlreadyVerified = defineError(
  "ALREADY_VERIFIED",
  "conflict",
  "Your identity is verified as far as these documents go. Add a proof of address to be verified further.",
  "Votre identité est vérifiée autant que ces documents le permettent. Ajoutez un justificatif de domicile pour aller plus loin.",
);

export const LevelBeyondDocuments = defineError(
  "LEVEL_BEYOND_DOCUMENTS",
  "invalid",
  "The documents do not support this level: `details.level` is the highest that they support.",
  "Les documents ne permettent pas ce niveau : `details.level` est le plus haut qu'ils permettent.",
);

export const OwnVerification = defineError(
  "OWN_VERIFICATION",
  "forbidden",
  "You cannot decide on your own verification: ask another administrator.",
  "Personne ne décide de sa propre vérification : demandez à un autre administrateur.",
);
