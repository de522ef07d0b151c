import { defineError } from "../kernel/errors.ts";

export const NotificationNotFound = defineError(
  "NOTIFICATION_NOT_FOUND",
  "not-found",
  "This notification does not exist. Check its id.",
  "Cette notification n'existe pas. Vérifiez son identifiant.",
);

export const WebhookNotFound = defineError(
  "WEBHOOK_NOT_FOUND",
  "not-found",
  "This webhook does not exist. Check its id.",
  "Ce webhook n'existe pas. Vérifiez son identifiant.",
);
export const DeliveryNotFound = defineError(
  "DELIVERY_NOT_FOUND",
  "not-found",
  "This delivery does not exist. Check its id: deliveries are stored for 30 days.",
  "Cet envoi n'existe pas. Vérifiez son identifiant : les envois sont conservés 30 jours.",
);
export const EventNotFound = defineError(
  "EVENT_NOT_FOUND",
  "not-found",
  "This event does not exist. Check its id: events are stored for 30 days.",
  "Cet événement n'existe pas. Vérifiez son identifiant : les événements sont conservés 30 jours.",
);
export const WebhookLimit = defineError(
  "WEBHOOK_LIMIT_REACHED",
  "conflict",
  "You have reached the maximum number of webhooks. Delete one first.",
  "Vous avez atteint le nombre maximal de webhooks. Supprimez-en d'abord un.",
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
  "Too many former secrets of this webhook are still active. Wait until one expires, or revoke all of them with overlapSeconds 0.",
  "Trop d'anciens secrets de ce webhook sont encore actifs. Attendez que l'un d'eux expire, ou révoquez-les tous avec overlapSeconds 0.",
);
