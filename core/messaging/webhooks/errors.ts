import { defineError } from "../../kernel/errors.ts";

export const WebhookNotFound = defineError("WEBHOOK_NOT_FOUND", "not-found", "There is no such webhook.");
export const DeliveryNotFound = defineError(
  "DELIVERY_NOT_FOUND",
  "not-found",
  "This webhook has no such delivery. Deliveries are kept for 30 days.",
);
export const WebhookLimit = defineError(
  "WEBHOOK_LIMIT_REACHED",
  "conflict",
  "You have as many webhooks as an account may have. Delete one first.",
);
export const InvalidWebhookUrl = defineError(
  "INVALID_WEBHOOK_URL",
  "invalid",
  "Webhooks cannot be sent to this URL.",
);
export const WebhookDisabled = defineError(
  "WEBHOOK_DISABLED",
  "conflict",
  "This webhook is disabled. Enable it first.",
);
export const SecretLimit = defineError(
  "WEBHOOK_SECRET_LIMIT_REACHED",
  "conflict",
  "Too many former secrets of this webhook still sign. Wait until one of them has ended, or end all of them with overlapSeconds 0.",
);
