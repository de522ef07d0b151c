import type { InLanguages } from "../../kernel/texts/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { KycKind, KycStatus, Reason } from "./schema.ts";

/** A user's KYC status has changed. Contains only reasons that the user may see: the law may forbid to disclose others. */
export const kycDecided = Outbox.define<{
  readonly userId: string;
  readonly status: KycStatus;
  readonly kind: KycKind;
  readonly reasons?: readonly Reason[];
}>()("kyc-decided", "QUEUE_URL_NOTIFICATIONS");

/** A user's identity was verified. The referrer may get a reward. */
export const kycValidated = Outbox.define<{ readonly userId: string }>()(
  "kyc-validated",
  "QUEUE_URL_LOYALTY",
);

/** A user has uploaded a file. The consumer checks it, and makes it a document or rejects it. */
export const kycUploaded = Outbox.define<{ readonly userId: string; readonly documentId: string }>()(
  "kyc-uploaded",
  "QUEUE_URL_IDENTITY_FILES",
);

/** A user's file was checked and rejected. */
export const kycFileRejected = Outbox.define<{
  readonly userId: string;
  readonly documentType: string;
  readonly side: string;
  /** The end of a sentence whose subject is the file, with the next step. */
  readonly refusal: InLanguages<string>;
}>()("kyc-file-rejected", "QUEUE_URL_NOTIFICATIONS");

/** A user has submitted documents. The consumer sends them to the bank. */
export const kycSubmitted = Outbox.define<{ readonly userId: string; readonly verificationId: string }>()(
  "kyc-submitted",
  "QUEUE_URL_BANK_ORDERS",
);
