import * as Outbox from "../../platform/outbox/index.ts";
import type { KycKind, KycStatus } from "./schema.ts";

/**
 * A user's standing has another status than before. Why it has is not told: that may be what the law forbids
 * to tell.
 */
export const kycDecided = Outbox.define<{
  readonly userId: string;
  readonly status: KycStatus;
  readonly kind: KycKind;
}>()("kyc-decided", "QUEUE_URL_NOTIFICATIONS");
