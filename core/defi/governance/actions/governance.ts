import type { Mode } from "../../../kernel/mode.ts";
import { parameters } from "../../parameters/governance.ts";
import type { Argument, Arguments } from "./abi.ts";
import { integer, type Target } from "./target.ts";

/** Governance itself: its parameters, for the proposals after this one. */

const names = [
  "proposalThreshold",
  "quorumBps",
  "votingDelaySeconds",
  "votingPeriodSeconds",
  "timelockSeconds",
] as const;

const changing = (mode: Mode, args: Arguments) =>
  parameters.changing(mode, Object.fromEntries(names.map((name) => [name, integer(args, name)])));

export const governance: Target = {
  name: "governance",
  functions: [
    {
      name: "setParameters",
      args: names.map((name): Argument => ({ name, type: "uint256" })),
      check: async (mode, args) => void (await changing(mode, args)),
      subject: () => "governance",
      effect: async (mode, args) => ({ writes: [await changing(mode, args)] }),
    },
  ],
};
