import * as Outbox from "../../platform/outbox/index.ts";

/** A referral was rewarded: to each of the two. */
export const referralRewarded = Outbox.define<{
  readonly userId: string;
  /** A whole number, as text. */
  readonly points: string;
}>()("referral-rewarded", "QUEUE_URL_NOTIFICATIONS");
