import * as z from "zod";
import { timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";
import { walletId } from "../wallets/schemas.ts";

/** What is test mode's own: PUBLIC.md, Test mode. */

const testId = z.string().meta({
  description: "The sandbox's name: after a reset it is another",
  examples: ["test_01jd0000000000000000000000_1"],
});

export const testClock = object("test_clock", {
  id: testId,
  now: timestamp.meta({ description: "What the sandbox's clock shows" }),
  offset_seconds: z.int().meta({ description: "How far it stands ahead of the platform's" }),
  status: z.enum(["ready", "advancing"]).meta({
    description: "`advancing` while what falls due on the way is being done, in the order of its times",
  }),
});

export const sandbox = object("test_sandbox", { id: testId });

export const faucetGrant = object("faucet_grant", {
  wallet: walletId,
  asset,
  amount: amount("What was brought in"),
});
