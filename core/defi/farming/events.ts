import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type { After } from "../../ledger/draft.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import { token } from "../staking/token.ts";
import type { Situation } from "./operation.ts";
import type { Position } from "./schema.ts";

/** What users do in farms. Amounts are decimal strings, in whole shares and whole tokens. */

interface OfPosition {
  readonly mode: Mode;
  readonly userId: string;
  readonly positionId: string;
  readonly farmId: string;
  readonly pairId: string;
  /** The position's version: its events in their order, without a gap but where one operation has two. */
  readonly sequence: number;
  /** Shares in the position after it. */
  readonly shares: string;
  readonly transactionHash: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Shares of a pool were put into a farm. */
export const farmStaked = Outbox.define<OfPosition & { readonly amount: string }>()("farm-staked", queue);

/** Shares were taken back, in part or whole. */
export const farmWithdrawn = Outbox.define<OfPosition & { readonly amount: string }>()(
  "farm-withdrawn",
  queue,
);

/** Rewards were paid to the wallet. */
export const farmHarvested = Outbox.define<
  OfPosition & { readonly amount: string; readonly asset: string }
>()("farm-harvested", queue);

/** What each event of a position says. @param amount shares */
export const told = (
  { owner, farm, pair }: Situation,
  after: Position,
  { transactionHash }: Pick<After, "transactionHash">,
  amount: bigint,
) => ({
  ...{ mode: owner.mode, userId: owner.userId },
  ...{ positionId: after.positionId, farmId: farm.farmId, pairId: pair.id },
  sequence: Number(after.version) + 1,
  shares: Money.format(after.balance, pair.shareDecimals),
  transactionHash,
  amount: Money.format(amount, pair.shareDecimals),
});

interface Amounts {
  /** Shares that came or went. */
  readonly moved?: bigint;
  /** Rewards that were paid. */
  readonly harvested?: bigint;
}

/** One operation may take shares out and pay rewards: each event has a number of its own, that of the rewards second. */
const sequenceOf = (type: string, version: bigint): bigint =>
  2n * version + (type === "farm.harvested" ? 1n : 0n);

/** What webhooks are told of a position. */
export function farmEvent(
  type: "farm.staked" | "farm.withdrawn" | "farm.harvested",
  { farm, pair }: Situation,
  after: Position,
  { transactionHash }: Pick<After, "transactionHash">,
  { moved = 0n, harvested = 0n }: Amounts,
): Write {
  const position = {
    ...ApiEvents.objectOf("farming_position", after, { id: after.positionId, createdAt: after.createdAt }),
    farm: farm.farmId,
    asset: token.symbol,
    shares: Money.format(after.balance, pair.shareDecimals),
    moved: Money.format(moved, pair.shareDecimals),
    harvested: ApiEvents.amountOf(harvested, token.symbol),
    transaction_hash: transactionHash,
  };
  return ApiEvents.happened(after, type, position, sequenceOf(type, after.version + 1n));
}
