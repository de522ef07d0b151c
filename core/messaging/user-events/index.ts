import * as Outbox from "../../platform/outbox/index.ts";

/**
 * What a user's webhooks and notification stream show (spec 3, sections 6.3 and 6.4). An event is committed
 * with its cause, through the outbox; `fan-out.ts` hands it to both.
 */

interface Payload {
  /** Whom it concerns. */
  readonly userId: string;
  /** JSON: what webhooks and stream show. */
  readonly data: Readonly<Record<string, unknown>>;
}

const define = Outbox.define<Payload>();
const QUEUE = "QUEUE_URL_USER_EVENTS";

/** A job of the user's has a result. */
export const jobDone = define("job-done", QUEUE);
/** A job of the user's has failed for good. */
export const jobFailed = define("job-failed", QUEUE);
/** Somebody shared the result of a job with the user. */
export const shareReceived = define("share-received", QUEUE);
