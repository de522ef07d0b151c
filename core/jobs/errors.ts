import { defineError } from "../kernel/errors.ts";

export const JobNotFound = defineError("JOB_NOT_FOUND", "not-found", "There is no such job.");
export const TemplateNotFound = defineError("TEMPLATE_NOT_FOUND", "not-found", "There is no such template.");
export const TemplateLimit = defineError(
  "TEMPLATE_LIMIT_REACHED",
  "conflict",
  "You have 100 templates already. Delete one first.",
);
export const JobFinished = defineError(
  "JOB_FINISHED",
  "conflict",
  "The job is finished: nothing can be changed any more.",
);
export const JobNotDone = defineError(
  "JOB_NOT_DONE",
  "conflict",
  "Only a job that has succeeded has a result to share.",
);
export const OwnAddress = defineError("OWN_ADDRESS", "invalid", "The result is yours already.");
export const ShareLimit = defineError(
  "SHARE_LIMIT_REACHED",
  "conflict",
  "The job is shared with 50 addresses already. Take one of them back first.",
);
export const LeaseLost = defineError(
  "LEASE_LOST",
  "conflict",
  "The lease has run out, is not yours, or the job was canceled: drop the work.",
);
