import * as Money from "../../kernel/money/index.ts";
import type { After } from "../../ledger/draft.ts";
import type { Position } from "./schema.ts";
import type { Situation } from "./situation.ts";

/** What each event of a position says. @param amount shares */
export const told = (
  { actor, farm, pair }: Situation,
  after: Position,
  { transactionHash }: Pick<After, "transactionHash">,
  amount: bigint,
) => ({
  ...{ mode: actor.mode, userId: actor.userId },
  ...{ positionId: after.positionId, farmId: farm.farmId, pairId: pair.id },
  sequence: Number(after.version) + 1,
  shares: Money.format(after.balance, pair.shareDecimals),
  transactionHash,
  amount: Money.format(amount, pair.shareDecimals),
});
