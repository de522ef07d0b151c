import { parameters } from "../parameters.ts";
import type { Arguments } from "./abi.ts";
import { type Target, whole } from "./target.ts";

/** Governance itself: its parameters, for the proposals after this one. */

const changing = (args: Arguments) =>
  parameters.changing({
    proposalThreshold: whole(args, "proposalThreshold"),
    quorumBps: whole(args, "quorumBps"),
    votingDelaySeconds: whole(args, "votingDelaySeconds"),
    votingPeriodSeconds: whole(args, "votingPeriodSeconds"),
    timelockSeconds: whole(args, "timelockSeconds"),
  });

export const governance: Target = {
  name: "governance",
  functions: [
    {
      name: "setParameters",
      args: [
        { name: "proposalThreshold", type: "uint256" },
        { name: "quorumBps", type: "uint256" },
        { name: "votingDelaySeconds", type: "uint256" },
        { name: "votingPeriodSeconds", type: "uint256" },
        { name: "timelockSeconds", type: "uint256" },
      ],
      check: async (args) => void (await changing(args)),
      subject: () => "governance",
      effect: async (args) => ({ writes: [await changing(args)] }),
    },
  ],
};
