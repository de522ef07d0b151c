import { defineError } from "../../core/kernel/errors.ts";

export const ModelNotFound = defineError(
  "MODEL_NOT_FOUND",
  "not-found",
  "There is no such data model.",
  "Ce modèle de données n'existe pas.",
);
export const SkillNotFound = defineError(
  "SKILL_NOT_FOUND",
  "not-found",
  "There is no such knowledge skill.",
  "Cette fiche de connaissances n'existe pas.",
);
export const ResourceNotFound = defineError(
  "RESOURCE_NOT_FOUND",
  "not-found",
  "There is no such resource. resources/list names all of them.",
  "Cette ressource n'existe pas. resources/list les nomme toutes.",
);
export const PromptNotFound = defineError(
  "PROMPT_NOT_FOUND",
  "not-found",
  "There is no such prompt.",
  "Ce modèle de message n'existe pas.",
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
  "This is a test key (svc_test_…): the tools work on live accounts only. Use a key that begins with svc_live_.",
  "Cette clé est une clé de test (svc_test_…) : les outils ne travaillent que sur les comptes réels. Utilisez une clé qui commence par svc_live_.",
);
