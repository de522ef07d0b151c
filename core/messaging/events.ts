import * as Outbox from "../platform/outbox/index.ts";
import type { UserEvent } from "./schema.ts";

// Events of the webhooks and the notification stream (spec 3, sections 6.3 and 6.4): `webhooks/fan-out.ts` hands them to both.

const define = Outbox.define<Pick<UserEvent, "userId" | "data">>();
const QUEUE = "QUEUE_URL_USER_EVENTS";

export const jobDone = define("job-done", QUEUE);
export const jobFailed = define("job-failed", QUEUE);
/** Another user shared the result of a job with the user. */
export const shareReceived = define("share-received", QUEUE);

/** The platform has disabled a webhook. */
export const webhookDisabled = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly url: string;
  readonly reason: "gone" | "failing";
}>()("webhook-disabled", "QUEUE_URL_NOTIFICATIONS");

/** The owner of a webhook requested the events of a range again. */
export const replayRequested = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly replayId: string;
}>()("webhook-replay-asked", "QUEUE_URL_WEBHOOK_DELIVERIES");

/** The last attempt of a delivery failed. Its dead letter, moved to the queue of deliveries, starts it again. */
export const deliveryDied = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly attempts: number;
  readonly lastError: string;
}>()("webhook-delivery-died", "QUEUE_URL_WEBHOOK_DEAD_LETTERS");
