import { defineError } from "../kernel/errors.ts";

export const JobNotFound = defineError(
  "JOB_NOT_FOUND",
  "not-found",
  "There is no such job.",
  "Cette tâche n'existe pas.",
);
export const TemplateNotFound = defineError(
  "TEMPLATE_NOT_FOUND",
  "not-found",
  "There is no such template.",
  "Ce modèle n'existe pas.",
);
export const TemplateLimit = defineError(
  "TEMPLATE_LIMIT_REACHED",
  "conflict",
  "You have 100 templates already. Delete one first.",
  "Vous avez déjà 100 modèles. Supprimez-en d'abord un.",
);
export const JobFinished = defineError(
  "JOB_FINISHED",
  "conflict",
  "The job is finished: nothing can be changed any more.",
  "La tâche est terminée : plus rien ne peut être modifié.",
);
export const JobNotDone = defineError(
  "JOB_NOT_DONE",
  "conflict",
  "Only a job that has succeeded has a result to share.",
  "Seule une tâche réussie a un résultat à partager.",
);
export const OwnAddress = defineError(
  "OWN_ADDRESS",
  "invalid",
  "The result is yours already.",
  "Ce résultat est déjà le vôtre.",
);
export const ShareLimit = defineError(
  "SHARE_LIMIT_REACHED",
  "conflict",
  "The job is shared with 50 addresses already. Take one of them back first.",
  "La tâche est déjà partagée avec 50 adresses. Retirez-en d'abord une.",
);
export const LeaseLost = defineError(
  "LEASE_LOST",
  "conflict",
  "The lease has run out, is not yours, or the job was canceled: drop the work.",
  "La réservation a expiré, n'est pas la vôtre, ou la tâche a été annulée : abandonnez le travail.",
);
