import * as Outbox from "../../platform/outbox/index.ts";

/** What happens to somebody's points beside what their own payments earn. */

interface OfPoints {
  readonly userId: string;
  readonly programId: string;
  /** A whole number, as text. */
  readonly points: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** So many points expire within the time that `WARNED_DAYS` says; `at` is when the first of them do. */
export const pointsExpiring = Outbox.define<OfPoints & { readonly at: string }>()("points-expiring", queue);

/** A merchant has taken points at the till for what it gave. */
export const pointsSpent = Outbox.define<OfPoints>()("points-spent", queue);
