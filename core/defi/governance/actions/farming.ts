import type { Mode } from "../../../kernel/mode.ts";
import * as Funding from "../../farming/funding.ts";
import { token } from "../../staking/token.ts";
import { type Arguments, taking } from "./abi.ts";
import { integer, type Target, text } from "./target.ts";

/** Farming: creates, funds and ends farms. Amounts are base units of the platform's token, out of the treasury. */

const idOf = (args: Arguments): string => text(args, "farmId");
const subject = (args: Arguments): string => `farm ${idOf(args)}`;

const creating = (mode: Mode, args: Arguments) =>
  Funding.creating(mode, {
    farmId: idOf(args),
    pairId: text(args, "pairId"),
    rewardsDuration: integer(args, "durationSeconds"),
    reward: integer(args, "amount"),
  });
const funding = (mode: Mode, args: Arguments) => Funding.funding(mode, idOf(args), integer(args, "amount"));
const ending = (mode: Mode, args: Arguments) => Funding.ending(mode, idOf(args));

export const farming: Target = {
  name: "farming",
  functions: [
    {
      name: "createFarm",
      args: taking({ farmId: "string", pairId: "string", durationSeconds: "uint256", amount: "uint256" }),
      check: async (mode, args) => void (await creating(mode, args)),
      subject,
      spends: () => [token.symbol],
      effect: creating,
    },
    {
      name: "fundFarm",
      args: taking({ farmId: "string", amount: "uint256" }),
      check: async (mode, args) => void (await funding(mode, args)),
      subject,
      spends: () => [token.symbol],
      effect: funding,
    },
    {
      name: "endFarm",
      args: taking({ farmId: "string" }),
      check: async (mode, args) => void (await ending(mode, args)),
      subject,
      effect: ending,
    },
    {
      name: "setFarmDuration",
      args: taking({ farmId: "string", durationSeconds: "uint256" }),
      // Whether the farm's period is over is a question of the execution.
      check: (mode, args) => Funding.checkSetting(mode, idOf(args), integer(args, "durationSeconds")),
      subject,
      effect: (mode, args) => Funding.setting(mode, idOf(args), integer(args, "durationSeconds")),
    },
  ],
};
