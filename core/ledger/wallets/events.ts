import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";

/** Somebody of the staff moved a user's money: the user is told. */
export const walletAdjusted = Outbox.define<{
  readonly mode: Mode;
  readonly userId: string;
  readonly walletId: string;
  readonly operation: "DEPOSIT" | "WITHDRAW";
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  readonly reason: string;
  /** The id of the user who did it. */
  readonly by: string;
}>()("wallet-adjusted", "QUEUE_URL_NOTIFICATIONS");
