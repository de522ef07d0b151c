import * as Outbox from "../../platform/outbox/index.ts";
import type { KycKind, KycStatus, Reason } from "./schema.ts";

/**
 * A user's standing has another status than before. Why it has is told as far as whoever decided says that it
 * may be: the rest may be what the law forbids to tell.
 */
export const kycDecided = Outbox.define<{
  readonly userId: string;
  readonly status: KycStatus;
  readonly kind: KycKind;
  readonly reasons?: readonly Reason[];
}>()("kyc-decided", "QUEUE_URL_NOTIFICATIONS");

/** A user's identity was verified: who brought him may be rewarded. */
export const kycValidated = Outbox.define<{ readonly userId: string }>()(
  "kyc-validated",
  "QUEUE_URL_LOYALTY",
);

/** A user's file is complete and handed in: it goes to the bank. */
export const kycSubmitted = Outbox.define<{ readonly userId: string; readonly verificationId: string }>()(
  "kyc-submitted",
  "QUEUE_URL_BANK_ORDERS",
);
