import * as Outbox from "../../platform/outbox/index.ts";

interface OfPlan {
  readonly userId: string;
  /** What the plan is called. */
  readonly plan: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** The user has this plan from now on. */
export const planActivated = Outbox.define<OfPlan>()("plan-activated", queue);

/** The user has had this plan until now, and has none. */
export const planEnded = Outbox.define<OfPlan>()("plan-ended", queue);
