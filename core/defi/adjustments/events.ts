import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Operation } from "./schema.ts";

/** Notifies a user that staff moved the user's money. */
export const walletAdjusted = Outbox.define<{
  readonly mode: Mode;
  readonly userId: string;
  readonly walletId: string;
  readonly operation: Operation;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  /** The part of a deposit that paid the user's debt. */
  readonly settled: string;
  readonly reason: string;
  /** The user id of the requester. */
  readonly by: string;
  /** The user id of the approver. Missing if no approval was needed. */
  readonly approvedBy?: string | undefined;
}>()("wallet-adjusted", "QUEUE_URL_NOTIFICATIONS");
