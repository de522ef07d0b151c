import { beforeAll } from "vitest";
import type { FarmState } from "../../core/defi/farming/engine/farm.ts";
import { farmKey, farmOf } from "../../core/defi/farming/farms.ts";
import * as Funding from "../../core/defi/farming/funding.ts";
import * as Farming from "../../core/defi/farming/index.ts";
import type { Farmed } from "../../core/defi/farming/schema.ts";
import type { FarmView } from "../../core/defi/farming/valuation.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Table from "../../core/platform/table/index.ts";
import { provideLiquidity } from "./exchange.ts";
import { newActor } from "./ledger.ts";
import { ledgers } from "./sandboxes.ts";
import { type StoppedClock, withStoppedClock } from "./staking.ts";

/** Farms, farmers, and a stopped clock. */

export const FARM = "eth-usdc";

/** Does the same as `withStoppedClock`, and funds the initial farms. Call it after `withDatabase()`. */
export function withFarms(): StoppedClock {
  const clock = withStoppedClock();
  beforeAll(async () => {
    for (const mode of ledgers) await Funding.open(mode);
  });
  return clock;
}

/** Creates a user with shares of the ETH-USDC pool; 1 ETH yields about 63 shares at this price. */
export async function createProvider(eth = 1, actor: UserActor = newActor()): Promise<UserActor> {
  await provideLiquidity("ETH-USDC", String(eth), String(eth * 4000), actor);
  return actor;
}

export const stakeShares = (actor: UserActor, amount: string): Promise<Farmed> =>
  Farming.stakeShares(actor, { farmId: FARM, amount });

/** Creates a user with shares in the ETH-USDC farm, and at least as many unstaked. */
export async function createFarmer(amount: string): Promise<{ actor: UserActor; id: string }> {
  const actor = await createProvider(1);
  const { position } = await stakeShares(actor, amount);
  return { actor, id: position.id };
}

/** Returns a farm's state as the engine computes it. */
export async function readFarmState(farmId = FARM): Promise<FarmState> {
  const found = farmOf("live", farmId, await Table.get(farmKey("live", farmId)));
  if (!found) throw new Error(`no farm ${farmId}`);
  return found;
}

export const readFarmView = (farmId = FARM): Promise<FarmView> => Farming.fromId("live", farmId);
