import { parameters } from "../../exchange/parameters.ts";
import type { Arguments } from "./abi.ts";
import { type Target, whole } from "./target.ts";

/** The exchange: its swap fee in hundredths of a percent. */

const changing = (args: Arguments) => parameters.changing({ feeBps: whole(args, "feeBps") });

export const exchange: Target = {
  name: "exchange",
  functions: [
    {
      name: "setFee",
      args: [{ name: "feeBps", type: "uint256" }],
      check: async (args) => void (await changing(args)),
      subject: () => "exchange",
      effect: async (args) => ({ writes: [await changing(args)] }),
    },
  ],
};
