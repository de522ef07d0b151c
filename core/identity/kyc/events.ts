import * as Outbox from "../../platform/outbox/index.ts";
import type { KycKind, KycStatus, Reason } from "./schema.ts";

/** A user's KYC status has changed. Only the reasons that the user may know are included: the law may forbid the rest. */
export const kycDecided = Outbox.define<{
  readonly userId: string;
  readonly status: KycStatus;
  readonly kind: KycKind;
  readonly reasons?: readonly Reason[];
}>()("kyc-decided", "QUEUE_URL_NOTIFICATIONS");

/** A user's identity was verified: the referrer may be rewarded. */
export const kycValidated = Outbox.define<{ readonly userId: string }>()(
  "kyc-validated",
  "QUEUE_URL_LOYALTY",
);

/** A user's documents were submitted: they go to the bank. */
export const kycSubmitted = Outbox.define<{ readonly userId: string; readonly verificationId: string }>()(
  "kyc-submitted",
  "QUEUE_URL_BANK_ORDERS",
);
