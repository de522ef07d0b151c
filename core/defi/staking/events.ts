import type { Mode } from "../../kernel/mode.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { Position } from "./schema.ts";
import { token } from "./token.ts";

/** A locked position has reached its unlock date. Its owner gets one e-mail. */
export const stakeUnlocked = Outbox.define<{
  readonly mode: Mode;
  readonly userId: string;
  readonly positionId: string;
  readonly poolId: string;
  /** The staked amount: decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  /** ISO 8601. */
  readonly unlockDate: string;
}>()("stake-unlocked", "QUEUE_URL_NOTIFICATIONS");

export type StakeEvent =
  | "stake.created"
  | "stake.unstaked"
  | "stake.claimed"
  | "stake.unlocked"
  | "stake.compounded";

interface Amounts {
  /** The amount staked, withdrawn, claimed or compounded. */
  readonly moved?: bigint;
  readonly penalty?: bigint;
  /** Undefined if no money moved. */
  readonly transactionHash?: string;
}

/** Returns the event for webhooks. @param position after the operation, including its version */
export const stakeEvent = (
  type: StakeEvent,
  position: Position,
  { moved = 0n, penalty = 0n, transactionHash }: Amounts,
): Write =>
  ApiEvents.eventWrite(
    position,
    type,
    {
      ...ApiEvents.objectOf("staking_position", position, {
        id: position.positionId,
        createdAt: position.startDate,
      }),
      pool: position.poolId,
      asset: token.symbol,
      amount: ApiEvents.amountOf(position.amount, token.symbol),
      pending_rewards: ApiEvents.amountOf(position.rewards, token.symbol),
      moved: ApiEvents.amountOf(moved, token.symbol),
      penalty: ApiEvents.amountOf(penalty, token.symbol),
      unlocks_at: position.unlockDate ?? null,
      compounding: position.compoundsAt !== undefined,
      compounds_at: position.compoundsAt ?? null,
      status: position.status,
      transaction_hash: transactionHash ?? null,
    },
    position.version,
  );
