import * as Outbox from "../platform/outbox/index.ts";

/** What happens to an account, for those who want to tell its owner. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

export const UserRegistered = Outbox.define<{ readonly userId: string }>()("user-registered", QUEUE);

/** Somebody used a refresh token a second time: it was stolen, or the one who used it first had stolen it. */
export const RefreshTokenReused = Outbox.define<{
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}>()("refresh-token-reused", QUEUE);
