import { defineError } from "../../kernel/errors.ts";

export const VerificationInReview = defineError(
  "VERIFICATION_IN_REVIEW",
  "conflict",
  "We are reviewing your documents. You can add documents after the review.",
  "Vos documents sont en cours d'examen. Vous pourrez en ajouter après cet examen.",
);

export const NothingToReview = defineError(
  "NOTHING_TO_REVIEW",
  "conflict",
  "This verification is no longer awaiting a decision: it was decided, or a new one has begun. Reload the page.",
  "Cette vérification n'attend plus de décision : elle a été traitée, ou une nouvelle a commencé. Actualisez la page.",
);

export const DocumentTooLarge = defineError(
  "DOCUMENT_TOO_LARGE",
  "too-large",
  "The file is larger than 5 MB. Send the request with ?presign=true to get an uploadUrl for up to 20 MB.",
  "Le fichier dépasse 5 Mo. Envoyez la demande avec ?presign=true pour obtenir une uploadUrl, qui accepte jusqu'à 20 Mo.",
);

export const DocumentsMissing = defineError(
  "DOCUMENTS_MISSING",
  "conflict",
  "Some documents are missing. Add them to verify your identity.",
  "Il manque des documents. Ajoutez-les pour vérifier votre identité.",
);

export const DocumentsBeingChecked = defineError(
  "DOCUMENTS_BEING_CHECKED",
  "conflict",
  "We are still checking your files. Try again in a few seconds.",
  "Nous vérifions encore vos fichiers. Réessayez dans quelques secondes.",
);

export const AlreadyVerified = defineError(
  "ALREADY_VERIFIED",
  "conflict",
  "Your identity is already verified with these documents. Add a proof of address to reach the next level.",
  "Votre identité est déjà vérifiée avec ces documents. Ajoutez un justificatif de domicile pour atteindre le niveau suivant.",
);

export const LevelBeyondDocuments = defineError(
  "LEVEL_BEYOND_DOCUMENTS",
  "invalid",
  "The documents do not support this level. Choose at most `details.level`.",
  "Les documents ne permettent pas ce niveau. Choisissez au plus `details.level`.",
);

export const OwnVerification = defineError(
  "OWN_VERIFICATION",
  "forbidden",
  "You cannot decide on your own verification. Ask another administrator.",
  "Vous ne pouvez pas décider de votre propre vérification. Demandez à un autre administrateur.",
);
