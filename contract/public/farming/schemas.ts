import * as z from "zod";
import { farmStatuses, positionStatuses } from "../../../core/defi/farming/schema.ts";
import { CONTENDED_SECONDS, timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";

/** Farming of the public API: PUBLIC.md, Farming. Shares are a pool's; rewards are the platform's token. */

export const farmId = z
  .string()
  .max(60)
  .meta({ description: "A farm's id", examples: ["btc-usdc"] });
export const positionId = z
  .string()
  .max(100)
  .meta({ examples: ["frm_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

const usd = (description: string) =>
  z.string().meta({ description: `US dollars: ${description}`, examples: ["1250.00"] });
const percent = (description: string) =>
  z.string().meta({ description: `Percent: ${description}`, examples: ["12.50"] });
const pair = z
  .string()
  .meta({ description: "The pair whose pool's shares it takes", examples: ["BTC-USDC"] });
const shareAsset = asset.meta({
  description: "What the pool's shares are called",
  examples: ["LP-BTC-USDC"],
});
const transactionHash = z
  .string()
  .nullable()
  .meta({ description: "Hash of the ledger's entry; null where nothing moved" });

export const farm = object("farm", {
  pair,
  status: z.enum(farmStatuses).meta({
    description:
      "`active`: it emits rewards; `finished`: its emission is over until it is funded again; `ended` by governance: it takes no shares",
  }),
  share_asset: shareAsset,
  staked_shares: amount("All shares in the farm"),
  reward_asset: asset,
  emission_per_second: amount("What all of them share each second now"),
  period_seconds: z.int().meta({ description: "How long an emission lasts that is funded from now on" }),
  period_ends_at: timestamp.nullable().meta({ description: "Until when the emission is funded" }),
  rewards_to_come: amount("What is yet to be emitted"),
  rewards_owed: amount("What was earned by all and not harvested, at most"),
  tvl_usd: usd("what the shares in the farm are worth"),
  pool_tvl_usd: usd("what is in the whole pool"),
  apr_percent: percent("a year, the emission's worth by what is in the pool: what a share earns at least"),
  staked_apr_percent: percent("a year, by what is in the farm now; null while nothing is").nullable(),
});

export const position = object("farming_position", {
  farm: farmId,
  pair,
  status: z.enum(positionStatuses).meta({ description: "`closed`: no shares, and nothing left to harvest" }),
  share_asset: shareAsset,
  shares: amount("What is in the farm: held in the pool meanwhile"),
  reward_asset: asset,
  pending_rewards: amount("Earned up to now and not harvested"),
  harvested_rewards: amount("Harvested since the beginning"),
  value_usd: usd("what removing the shares from the pool would give now"),
});

export const staked = position
  .extend({ transaction_hash: transactionHash })
  .meta({ id: "StakedFarmingPosition" });

export const withdrawn = position
  .extend({
    withdrawn_shares: amount("What can be removed from the pool again"),
    rewards_paid: amount("Paid to the wallet with it"),
    transaction_hash: transactionHash,
  })
  .meta({ id: "WithdrawnFarmingPosition" });

export const harvested = position
  .extend({ rewards_paid: amount("Paid to the wallet"), transaction_hash: transactionHash })
  .meta({ id: "HarvestedFarmingPosition" });

/** What the routes that read, and those that write, state alike. */
const names = { farmId: "farm", amount: "shares" } as const;
export const reading = { scope: "farming:read", grants: { table: "read" }, names } as const;
export const writing = {
  names,
  scope: "farming:write",
  idempotent: true,
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
} as const;
