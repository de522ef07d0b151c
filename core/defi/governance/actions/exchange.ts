import type { Mode } from "../../../kernel/mode.ts";
import { parameters } from "../../parameters/exchange.ts";
import { type Arguments, taking } from "./abi.ts";
import { integer, type Target } from "./target.ts";

/** The exchange: its swap fee in hundredths of a percent. */

const changing = (mode: Mode, args: Arguments) =>
  parameters.changing(mode, { feeBps: integer(args, "feeBps") });

export const exchange: Target = {
  name: "exchange",
  functions: [
    {
      name: "setFee",
      args: taking({ feeBps: "uint256" }),
      check: async (mode, args) => void (await changing(mode, args)),
      subject: () => "exchange",
      effect: async (mode, args) => ({ writes: [await changing(mode, args)] }),
    },
  ],
};
