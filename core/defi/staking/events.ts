import * as Outbox from "../../platform/outbox/index.ts";

/** A locked position has come to its unlock date: its owner is told, once. */
export const stakeUnlocked = Outbox.define<{
  readonly userId: string;
  readonly positionId: string;
  readonly poolId: string;
  /** What is staked in it: decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  /** ISO 8601. */
  readonly unlockDate: string;
}>()("stake-unlocked", "QUEUE_URL_NOTIFICATIONS");
