import { defineError } from "../kernel/errors.ts";

export const JobNotFound = defineError(
  "JOB_NOT_FOUND",
  "not-found",
  "This job does not exist. Check its id.",
  "Cette tâche n'existe pas. Vérifiez son identifiant.",
);
export const TemplateNotFound = defineError(
  "TEMPLATE_NOT_FOUND",
  "not-found",
  "This template does not exist. Check its id.",
  "Ce modèle n'existe pas. Vérifiez son identifiant.",
);
export const TemplateLimit = defineError(
  "TEMPLATE_LIMIT_REACHED",
  "conflict",
  "You have the maximum of 100 templates. Delete one first.",
  "Vous avez atteint le maximum de 100 modèles. Supprimez-en d'abord un.",
);
export const JobFinished = defineError(
  "JOB_FINISHED",
  "conflict",
  "The job is finished and can no longer be changed. Read it to see how it ended.",
  "La tâche est terminée et ne peut plus être modifiée. Consultez-la pour voir son issue.",
);
export const JobNotDone = defineError(
  "JOB_NOT_DONE",
  "conflict",
  "Only the result of a successful job can be shared. Wait until it succeeds, or choose another job.",
  "Seul le résultat d'une tâche réussie peut être partagé. Attendez qu'elle réussisse ou choisissez une autre tâche.",
);
export const OwnAddress = defineError(
  "OWN_ADDRESS",
  "invalid",
  "This is your own address. Enter another person's address.",
  "Cette adresse est la vôtre. Saisissez celle d'une autre personne.",
);
export const ShareLimit = defineError(
  "SHARE_LIMIT_REACHED",
  "conflict",
  "The job is already shared with 50 addresses. Remove one of them first.",
  "La tâche est déjà partagée avec 50 adresses. Retirez-en d'abord une.",
);
export const LeaseLost = defineError(
  "LEASE_LOST",
  "conflict",
  "The lease has expired, is not yours, or the job was canceled. Stop the work.",
  "La prise en charge de cette tâche a expiré ou n'est pas la vôtre, ou la tâche a été annulée. Abandonnez le travail.",
);
