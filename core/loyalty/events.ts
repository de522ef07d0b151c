import * as Outbox from "../platform/outbox/index.ts";

interface UserPoints {
  readonly userId: string;
  /** A whole number, as text. */
  readonly points: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Points expire within the next `WARNED_DAYS` days; `at` is when the first of them do. */
export const pointsExpiring = Outbox.define<
  UserPoints & { readonly programId: string; readonly at: string }
>()("points-expiring", queue);

/** A merchant has taken points at its till. */
export const pointsSpent = Outbox.define<UserPoints & { readonly programId: string }>()(
  "points-spent",
  queue,
);

/** A user has completed a challenge and received its points. */
export const challengeCompleted = Outbox.define<UserPoints & { readonly challengeId: string }>()(
  "challenge-completed",
  queue,
);

/** A referral was rewarded: one event for each of its two users. */
export const referralRewarded = Outbox.define<UserPoints>()("referral-rewarded", queue);
