import * as Outbox from "../../platform/outbox/index.ts";

/** Somebody has completed a challenge, which gave so many points. */
export const challengeCompleted = Outbox.define<{
  readonly userId: string;
  readonly challengeId: string;
  /** A whole number, as text. */
  readonly points: string;
}>()("challenge-completed", "QUEUE_URL_NOTIFICATIONS");
