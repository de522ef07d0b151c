import * as Outbox from "../../platform/outbox/index.ts";

interface OfPlan {
  readonly userId: string;
  readonly plan: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

export const planActivated = Outbox.define<OfPlan>()("plan-activated", queue);

/** Not sent if another plan replaces it. */
export const planEnded = Outbox.define<OfPlan>()("plan-ended", queue);
