import { defineError } from "../kernel/errors.ts";

export const NotificationNotFound = defineError(
  "NOTIFICATION_NOT_FOUND",
  "not-found",
  "There is no such notification.",
  "Cette notification n'existe pas.",
);

export const WebhookNotFound = defineError(
  "WEBHOOK_NOT_FOUND",
  "not-found",
  "There is no such webhook.",
  "Ce webhook n'existe pas.",
);
export const DeliveryNotFound = defineError(
  "DELIVERY_NOT_FOUND",
  "not-found",
  "This webhook has no such delivery. Deliveries are kept for 30 days.",
  "Ce webhook n'a pas cet envoi. Les envois sont conservés 30 jours.",
);
export const EventNotFound = defineError(
  "EVENT_NOT_FOUND",
  "not-found",
  "There is no such event. Events are kept for 30 days.",
  "Cet événement n'existe pas. Les événements sont conservés 30 jours.",
);
export const WebhookLimit = defineError(
  "WEBHOOK_LIMIT_REACHED",
  "conflict",
  "You have as many webhooks as an account may have. Delete one first.",
  "Vous avez autant de webhooks qu'un compte peut en avoir. Supprimez-en d'abord un.",
);
export const InvalidWebhookUrl = defineError(
  "INVALID_WEBHOOK_URL",
  "invalid",
  "Webhooks cannot be sent to this URL.",
  "Aucun webhook ne peut être envoyé à cette URL.",
);
export const WebhookDisabled = defineError(
  "WEBHOOK_DISABLED",
  "conflict",
  "This webhook is disabled. Enable it first.",
  "Ce webhook est désactivé. Réactivez-le d'abord.",
);
export const SecretLimit = defineError(
  "WEBHOOK_SECRET_LIMIT_REACHED",
  "conflict",
  "Too many former secrets of this webhook still sign. Wait until one of them has ended, or end all of them with overlapSeconds 0.",
  "Trop d'anciens secrets de ce webhook signent encore. Attendez que l'un d'eux ait pris fin, ou mettez fin à tous avec overlapSeconds 0.",
);
