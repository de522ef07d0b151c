import * as z from "zod";
import { farmStatuses, positionStatuses } from "../../../core/defi/farming/schema.ts";
import { timestamp } from "../../common.ts";
import { amount, asset, object, percent, usd, writing as write } from "../schemas.ts";

/** Farming of the public API: PUBLIC.md, Farming. Shares are those of a pool; rewards are the platform's token. */

export const farmId = z
  .string()
  .max(60)
  .meta({ description: "A farm's id", examples: ["btc-usdc"] });
export const positionId = z
  .string()
  .max(100)
  .meta({ examples: ["frm_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

const pair = z.string().meta({ description: "The pair whose pool shares it takes", examples: ["BTC-USDC"] });
const shareAsset = asset.meta({ description: "Symbol of the pool's shares", examples: ["LP-BTC-USDC"] });
const hash = {
  transaction_hash: z.string().nullable().describe("Hash of the ledger entry; null if nothing moved"),
};

export const farm = object("farm", {
  pair,
  status: z
    .enum(farmStatuses)
    .describe(
      "`active`: emits rewards; `finished`: emits none until it is funded again; `ended` by governance: takes no shares",
    ),
  share_asset: shareAsset,
  staked_shares: amount("All shares in the farm"),
  reward_asset: asset,
  emission_per_second: amount("Current emission per second, for all shares together"),
  period_seconds: z.int().describe("Duration of an emission that is funded now"),
  period_ends_at: timestamp.nullable().describe("End of the funded emission"),
  rewards_to_come: amount("Funded and not emitted yet"),
  rewards_owed: amount("Upper bound of the earned and unharvested rewards of all positions"),
  tvl_usd: usd("worth of the shares in the farm"),
  pool_tvl_usd: usd("worth of the whole pool"),
  apr_percent: percent("a year, emission by worth of the pool: the least that a share earns", "12.50"),
  staked_apr_percent: percent(
    "a year, emission by worth of the farm; null if it is empty",
    "12.50",
  ).nullable(),
});

export const position = object("farming_position", {
  farm: farmId,
  pair,
  status: z.enum(positionStatuses).describe("`closed`: no shares and no rewards left"),
  share_asset: shareAsset,
  shares: amount("Shares in the farm, which are locked in the pool"),
  reward_asset: asset,
  pending_rewards: amount("Earned until now and not harvested"),
  harvested_rewards: amount("Harvested so far"),
  value_usd: usd("proceeds if the shares were removed from the pool now"),
});

export const staked = position.extend(hash).meta({ id: "StakedFarmingPosition" });

export const withdrawn = position
  .extend({
    withdrawn_shares: amount("Shares that can be removed from the pool again"),
    rewards_paid: amount("Rewards paid to the wallet"),
    ...hash,
  })
  .meta({ id: "WithdrawnFarmingPosition" });

export const harvested = position
  .extend({ rewards_paid: amount("Rewards paid to the wallet"), ...hash })
  .meta({ id: "HarvestedFarmingPosition" });

/** Settings shared by the routes that read, and by those that write. */
const names = { farmId: "farm", amount: "shares" } as const;
export const reading = { scope: "farming:read", names } as const;
export const writing = { ...write, scope: "farming:write", names } as const;
