import { entity } from "../../platform/table/entity.ts";

/** Deliveries that wait for an attempt are spread over this many partitions of the index. */
export const WAITING_SHARDS = 4;

/** How the sort keys of a user's webhooks begin. */
export const WEBHOOK_PREFIX = "WEBHOOK#";
/** How the sort keys of a webhook's deliveries begin, and of what says when their next attempt is. */
export const DELIVERY_PREFIX = "DELIVERY#";
export const WAITING_PREFIX = "WAITING#";

export const webhook = entity({
  name: "Webhook",
  about:
    "An address of a user's that is told of events, and whether it still is. Its secrets are in an item of their own.",
  pk: "USER#{userId}",
  sk: "WEBHOOK#{webhookId}",
  answers: {
    "a user's webhooks": "Query pk, sk begins with WEBHOOK#; at most 20",
    "one of a user's webhooks": "GetItem pk, sk",
  },
});

export const webhookCount = entity({
  name: "WebhookCount",
  about: "How many webhooks a user has, so that parallel requests cannot make more than allowed.",
  pk: "USER#{userId}",
  sk: "WEBHOOKCOUNT",
  answers: {
    "may a user have one more webhook": "UpdateItem with a condition, in the webhook's own transaction",
  },
});

export const webhookWaits = entity({
  name: "WebhookWaits",
  about:
    "Which of a user's webhooks wait until others of the user's are done: only a few are sent to at a time. Leases say which.",
  pk: "USER#{userId}",
  sk: "WEBHOOKWAITS#{lane}",
  expires: "a day after one last had to wait (attribute ttl)",
  answers: {
    "which of a user's webhooks wait for a turn": "GetItem pk, sk; UpdateItem to add and take away",
  },
});

export const webhookSecrets = entity({
  name: "WebhookSecrets",
  about:
    "What a webhook's deliveries are signed with, and former secrets that still sign while they are replaced. Read to sign and to rotate alone; encrypted at rest with the table.",
  pk: "WEBHOOK#{webhookId}",
  sk: "SECRETS",
  answers: { "what is a delivery signed with": "GetItem pk, sk" },
});

export const delivery = entity({
  name: "WebhookDelivery",
  about:
    "An event on its way to a webhook, or what became of it: the body as it is signed, and the latest attempts.",
  pk: "WEBHOOK#{webhookId}",
  sk: "DELIVERY#{deliveryId}",
  expires: "30 days after it was made or last replayed (attribute ttl)",
  answers: {
    "a webhook's deliveries, newest first": "Query pk, sk begins with DELIVERY#, newest first",
    "one delivery": "GetItem pk, sk; written under its version",
  },
});

/** Where a delivery stands in the index of what is due: when the sweep sees to it, should nobody have before. */
export const waitingDue = { pk: "WEBHOOKS#{shard}", sk: "{sweepAt}" } as const;

export const waiting = entity({
  name: "WaitingDelivery",
  about:
    "When a delivery that is not done has its next attempt. There is one as long as the delivery is pending.",
  pk: "WEBHOOK#{webhookId}",
  sk: "WAITING#{at}#{deliveryId}",
  indexes: { due: waitingDue },
  answers: {
    "which deliveries of a webhook are to be attempted now": "Query pk, sk from WAITING# up to now",
    "which webhooks has nobody come to in time": "Query due, duePk = WEBHOOKS#<0..3>, dueSk up to now",
  },
});
