import * as Pools from "../../staking/pools.ts";
import type { Arguments } from "./abi.ts";
import { type Target, text, whole } from "./target.ts";

/** Staking: the terms of a pool. Amounts are base units of the platform's token. */

const changing = (args: Arguments) =>
  Pools.changing(text(args, "poolId"), {
    apyBps: whole(args, "apyBps"),
    minStake: whole(args, "minStake"),
    maxStake: whole(args, "maxStake"),
    active: args["active"] === true,
  });

export const staking: Target = {
  name: "staking",
  functions: [
    {
      name: "setPool",
      args: [
        { name: "poolId", type: "string" },
        { name: "apyBps", type: "uint256" },
        { name: "minStake", type: "uint256" },
        { name: "maxStake", type: "uint256" },
        { name: "active", type: "bool" },
      ],
      check: async (args) => void (await changing(args)),
      subject: (args) => `staking ${text(args, "poolId")}`,
      effect: async (args) => ({ writes: [await changing(args)] }),
    },
  ],
};
