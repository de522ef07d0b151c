import * as z from "zod";
import * as Contract from "../../../contract/defi/staking.ts";
import * as Funding from "../../../core/defi/staking/funding.ts";
import * as Claim from "../../../core/defi/staking/index.ts";
import * as Staking from "../../../core/defi/staking/index.ts";
import * as Stakes from "../../../core/defi/staking/positions.ts";
import type { Claimed, Staked, Unstaked } from "../../../core/defi/staking/schema.ts";
import * as Unstake from "../../../core/defi/staking/unstake.ts";
import * as View from "../../_views/staking.ts";
import { open, personal, type Tool, writing } from "./tool.ts";

/** Staking of the platform's token. */

const listPools = open({
  name: "svc_list_staking_pools",
  title: "List staking pools",
  description:
    "The staking pools: yield a year, lock period, bounds of a stake, voting multiplier, what is staked.",
  input: z.strictObject({}),
  output: Contract.pools.responses[200].body,
  run: async () => View.pools(await Funding.list("live")),
});

const getStakes = personal({
  name: "svc_get_stakes",
  title: "Get stakes",
  description:
    "A person's stakes with their rewards as of now and when they can be taken back: every open one, and the 100 latest completed ones.",
  input: z.strictObject({}),
  output: Contract.positions.responses[200].body,
  run: async (person) => View.positions(await Stakes.list(person)),
});

const stake = writing({
  name: "svc_stake",
  title: "Stake",
  description:
    "Stakes an amount of the platform's token of the key's owner in a pool. A locked pool gives it back before its unlock date only with a penalty of 10 %: tell the user, and ask first.",
  destructive: true,
  input: Contract.stake.request.body,
  output: Contract.stake.responses[200].body,
  run: (actor, input, claim) => Staking.stake(actor, input, claim),
  render: (result: Staked) => View.staked(result),
});

const unstake = writing({
  name: "svc_unstake",
  title: "Unstake",
  description:
    "Takes an amount of a stake back, at once. Before its unlock date it is refused unless forceEarly is true, and then costs 10 % of the amount: ask the user before you set it.",
  destructive: true,
  input: Contract.unstake.request.body,
  output: Contract.unstake.responses[200].body,
  run: (actor, input, claim) => Unstake.unstake(actor, input, claim),
  render: (result: Unstaked) => View.unstaked(result),
});

const claimRewards = writing({
  name: "svc_claim_rewards",
  title: "Claim rewards",
  description:
    "Has the rewards that a stake has accrued paid to the key's owner's wallet. The stake goes on.",
  input: Contract.claim.request.body,
  output: Contract.claim.responses[200].body,
  run: (actor, { positionId }, claim) => Claim.claim(actor, positionId, claim),
  render: (result: Claimed) => View.claimed(result),
});

export const stakingTools: readonly Tool[] = [listPools, getStakes, stake, unstake, claimRewards];
