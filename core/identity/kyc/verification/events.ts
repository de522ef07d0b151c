import * as Outbox from "../../../platform/outbox/index.ts";

/** A user's file is complete and handed in: it goes to the bank. */
export const kycSubmitted = Outbox.define<{ readonly userId: string; readonly verificationId: string }>()(
  "kyc-submitted",
  "QUEUE_URL_BANK_ORDERS",
);
