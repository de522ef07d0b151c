import { defineError } from "../../../kernel/errors.ts";

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
  "The documents do not carry this level: `details.level` is the highest that they do.",
  "Les documents ne permettent pas ce niveau : `details.level` est le plus haut qu'ils permettent.",
);

export const OwnVerification = defineError(
  "OWN_VERIFICATION",
  "forbidden",
  "Nobody decides on a verification of their own: ask another administrator.",
  "Personne ne décide de sa propre vérification : demandez à un autre administrateur.",
);
