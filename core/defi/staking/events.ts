import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";

/** A locked position has come to its unlock date: its owner gets one e-mail. */
export const stakeUnlocked = Outbox.define<{
  readonly mode: Mode;
  readonly userId: string;
  readonly positionId: string;
  readonly poolId: string;
  /** What is staked in it: decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  /** ISO 8601. */
  readonly unlockDate: string;
}>()("stake-unlocked", "QUEUE_URL_NOTIFICATIONS");
