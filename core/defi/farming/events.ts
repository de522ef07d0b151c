import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { Pair } from "../exchange/pairs.ts";
import { token } from "../staking/token.ts";
import type { Farm, Position } from "./schema.ts";

/** Events of farming positions. Amounts are decimal strings, in whole shares and whole tokens. */

interface PositionEvent {
  readonly mode: Mode;
  readonly userId: string;
  readonly positionId: string;
  readonly farmId: string;
  readonly pairId: string;
  /** The position's version, which orders the events. Two events of one operation share it. */
  readonly sequence: number;
  /** Shares in the position after the operation. */
  readonly shares: string;
  readonly transactionHash: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Shares of a pool were put into a farm. */
export const farmStaked = Outbox.define<PositionEvent & { readonly amount: string }>()("farm-staked", queue);

/** Some or all shares were withdrawn. */
export const farmWithdrawn = Outbox.define<PositionEvent & { readonly amount: string }>()(
  "farm-withdrawn",
  queue,
);

/** Rewards were paid to the wallet. */
export const farmHarvested = Outbox.define<
  PositionEvent & { readonly amount: string; readonly asset: string }
>()("farm-harvested", queue);

interface Moved {
  readonly staked: bigint;
  readonly withdrawn: bigint;
  readonly reward: bigint;
}

/** Returns the writes of an operation's events: for notifications and for the owner's webhooks. */
export function eventWrites(
  { owner, farm, pair }: { readonly owner: Owner; readonly farm: Farm; readonly pair: Pair },
  after: Position,
  transactionHash: string,
  { staked, withdrawn, reward }: Moved,
): Write[] {
  const shares = (units: bigint) => Money.format(units, pair.shareDecimals);
  const payload: PositionEvent = {
    ...{ mode: owner.mode, userId: owner.userId },
    ...{ positionId: after.positionId, farmId: farm.farmId, pairId: pair.id },
    sequence: Number(after.version) + 1,
    shares: shares(after.balance),
    transactionHash,
  };
  const harvest = { ...payload, amount: Money.format(reward, token.decimals), asset: token.symbol };
  /** Each event has its own sequence number; the event of the rewards comes second. */
  const apiEvent = (type: ApiEventType, moved: bigint, harvested: bigint): Write => {
    const position = {
      ...ApiEvents.objectOf("farming_position", after, { id: after.positionId, createdAt: after.createdAt }),
      farm: farm.farmId,
      asset: token.symbol,
      shares: shares(after.balance),
      moved: shares(moved),
      harvested: ApiEvents.amountOf(harvested, token.symbol),
      transaction_hash: transactionHash,
    };
    const sequence = 2n * (after.version + 1n) + (type === "farm.harvested" ? 1n : 0n);
    return ApiEvents.eventWrite(after, type, position, sequence);
  };
  return [
    ...(staked > 0n ? [Outbox.write(farmStaked, { ...payload, amount: shares(staked) })] : []),
    ...(withdrawn > 0n ? [Outbox.write(farmWithdrawn, { ...payload, amount: shares(withdrawn) })] : []),
    ...(reward > 0n ? [Outbox.write(farmHarvested, harvest)] : []),
    ...(staked > 0n ? [apiEvent("farm.staked", staked, 0n)] : []),
    ...(withdrawn > 0n ? [apiEvent("farm.withdrawn", withdrawn, 0n)] : []),
    ...(reward > 0n ? [apiEvent("farm.harvested", 0n, reward)] : []),
  ];
}

type ApiEventType = "farm.staked" | "farm.withdrawn" | "farm.harvested";
