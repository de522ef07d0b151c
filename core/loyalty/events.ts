import * as Outbox from "../platform/outbox/index.ts";

interface UserPoints {
  readonly userId: string;
  /** A whole number, as text. */
  readonly points: string;
}

type OfProgram = UserPoints & { readonly programId: string };

const queue = "QUEUE_URL_NOTIFICATIONS";

/**
 * Points of a card expire within the next 37 days: 30 days' notice, and the week after it, so that a card causes at most one
 * notice a week. `at` is the earliest expiry.
 */
export const pointsExpiring = Outbox.define<OfProgram & { readonly at: string }>()("points-expiring", queue);

/** A member spent points at a merchant's till. */
export const pointsSpent = Outbox.define<OfProgram>()("points-spent", queue);

export const challengeCompleted = Outbox.define<UserPoints & { readonly challengeId: string }>()(
  "challenge-completed",
  queue,
);

/** A referral was rewarded: one event for each of its two users. */
export const referralRewarded = Outbox.define<UserPoints>()("referral-rewarded", queue);
