/** Events that a user's webhook may ask for (spec 3, section 2.6). */
export const userEventTypes = ["job-done", "job-failed", "share-received"] as const;
export type UserEventType = (typeof userEventTypes)[number];

export interface UserEvent {
  /** The same at every delivery: receivers know an event by it. */
  readonly id: string;
  readonly type: UserEventType;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly userId: string;
  /** JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}
