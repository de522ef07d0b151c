import { defineError } from "../../kernel/errors.ts";

export const OwnWallet = defineError(
  "OWN_WALLET",
  "forbidden",
  "This wallet is your own: another member of staff must adjust it.",
);
export const OwnAdjustment = defineError(
  "OWN_ADJUSTMENT",
  "forbidden",
  "You asked for this adjustment: another member of staff must approve it.",
);
export const AdjustmentLimit = defineError(
  "ADJUSTMENT_LIMIT_EXCEEDED",
  "forbidden",
  "That is more than one member of staff may move within 24 hours.",
);
export const ApprovalNotFound = defineError(
  "APPROVAL_NOT_FOUND",
  "not-found",
  "No adjustment of this wallet waits under this approvalId: it was booked, or its 24 hours are over.",
);
export const ApprovalMismatch = defineError(
  "APPROVAL_MISMATCH",
  "invalid",
  "This is not the adjustment that was asked for: approve exactly that, or ask for another.",
);
export const SupplyExceeded = defineError(
  "SUPPLY_EXCEEDED",
  "invalid",
  "That is more of the platform's token than its supply has outside the platform.",
);
