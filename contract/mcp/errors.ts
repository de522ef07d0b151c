import { defineError } from "../../core/kernel/errors.ts";

export const ModelNotFound = defineError(
  "MODEL_NOT_FOUND",
  "not-found",
  "This data model does not exist. See details for the available ones.",
  "Ce modèle de données n'existe pas. Les modèles disponibles figurent dans details.",
);
export const SkillNotFound = defineError(
  "SKILL_NOT_FOUND",
  "not-found",
  "This knowledge skill does not exist. See details for the available ones.",
  "Cette fiche de connaissances n'existe pas. Les fiches disponibles figurent dans details.",
);
export const ResourceNotFound = defineError(
  "RESOURCE_NOT_FOUND",
  "not-found",
  "This resource does not exist. resources/list lists all resources.",
  "Cette ressource n'existe pas. resources/list indique toutes les ressources.",
);
export const PromptNotFound = defineError(
  "PROMPT_NOT_FOUND",
  "not-found",
  "This prompt does not exist. prompts/list lists all prompts.",
  "Ce modèle de message n'existe pas. prompts/list indique tous les modèles.",
);
/** The same error for an unknown address and for one that the key may not read. */
export const PersonNotFound = defineError(
  "PERSON_NOT_FOUND",
  "not-found",
  "This key cannot read data about a user with this email address. Omit email to read about the key's owner.",
  "Cette clé ne peut pas lire les données d'un utilisateur ayant cette adresse e-mail. Omettez email pour lire celles du titulaire de la clé.",
);
export const TestKeyRefused = defineError(
  "TEST_KEY_REFUSED",
  "forbidden",
  "This is a test key (svc_test_…): the tools work with live accounts only. Use a key that begins with svc_live_.",
  "Cette clé est une clé de test (svc_test_…) : les outils ne fonctionnent qu'avec les comptes réels. Utilisez une clé qui commence par svc_live_.",
);
