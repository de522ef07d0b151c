import type { Mode } from "../../../kernel/mode.ts";
import * as Pools from "../../staking/pools.ts";
import { type Arguments, taking } from "./abi.ts";
import { integer, type Target, text } from "./target.ts";

/** Staking: the terms of a pool. Amounts are base units of the platform's token. */

const changing = (mode: Mode, args: Arguments) =>
  Pools.changing(mode, text(args, "poolId"), {
    apyBps: integer(args, "apyBps"),
    minStake: integer(args, "minStake"),
    maxStake: integer(args, "maxStake"),
    active: args["active"] === true,
  });

export const staking: Target = {
  name: "staking",
  functions: [
    {
      name: "setPool",
      args: taking({
        poolId: "string",
        apyBps: "uint256",
        minStake: "uint256",
        maxStake: "uint256",
        active: "bool",
      }),
      check: async (mode, args) => void (await changing(mode, args)),
      subject: (args) => `staking ${text(args, "poolId")}`,
      effect: async (mode, args) => ({ writes: [await changing(mode, args)] }),
    },
  ],
};
