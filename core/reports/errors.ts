import { defineError } from "../kernel/errors.ts";

export const InvalidPayload = defineError(
  "INVALID_PAYLOAD",
  "invalid",
  "The payload does not fit the job's type.",
  "Le contenu ne convient pas au type de la tâche.",
);
export const ReportTooLarge = defineError(
  "REPORT_TOO_LARGE",
  "too-large",
  "The file would be too large. Ask for a shorter period, a single wallet, or CSV instead of PDF.",
  "Le fichier serait trop grand. Demandez une période plus courte, un seul portefeuille, ou le CSV au lieu du PDF.",
);
export const OwnerGone = defineError(
  "OWNER_GONE",
  "not-found",
  "The account is closed or blocked.",
  "Le compte est fermé ou bloqué.",
);
