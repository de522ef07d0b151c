import * as Outbox from "../../platform/outbox/index.ts";

interface OfPlan {
  readonly userId: string;
  /** The name of the plan. */
  readonly plan: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** The plan of a user has begun. */
export const planActivated = Outbox.define<OfPlan>()("plan-activated", queue);

/** The plan of a user has ended, and no other replaces it. */
export const planEnded = Outbox.define<OfPlan>()("plan-ended", queue);
