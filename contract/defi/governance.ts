import * as z from "zod";
import { Contention } from "../../core/kernel/errors.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { address, power } from "./governance/schemas.ts";

/** Governance beside its proposals: spec 2, section 4.5. */

const route = defineFamily({
  id: "defi.governance",
  path: "/api/defi/governance",
  family: "defi",
  auth: "session",
});

export const votingPower = route({
  id: "voting-power",
  method: "GET",
  path: "/voting-power",
  summary: "The caller's voting power now",
  description:
    "`yaniBalance` is the wallet's balance without what is staked, so that " +
    "`totalPower = yaniBalance + stakedYani x stakingMultiplier + delegatedPower`. `stakingMultiplier` is the average over all " +
    "stakes, rounded down to four decimals; `1.0` where nothing is staked. While `delegatedTo` names another account, the " +
    "caller's own part counts there and `totalPower` is `delegatedPower` alone. `votingPowerPercent` is the share of the total " +
    "supply, rounded down. At most 120 a minute.",
  limit: limits.votingPower,
  responses: {
    200: {
      description: "The voting power and what it is made of",
      body: z
        .object({
          address,
          yaniBalance: power,
          stakedYani: power,
          stakingMultiplier: z.string().meta({ examples: ["1.5"] }),
          delegatedPower: power.meta({
            description:
              "What others have delegated to the caller, without what the multipliers of their stakes add",
          }),
          totalPower: power,
          votingPowerPercent: z.string().meta({ examples: ["0.1250"] }),
          delegatedTo: address.nullable(),
        })
        .meta({ id: "DefiVotingPower" }),
    },
  },
  errors: [Contention],
  grants: { table: "read" },
  timeoutSeconds: 25,
});

const whole = z
  .string()
  .meta({ description: "Decimal string, in whole units of the asset", examples: ["12.5"] });

export const treasury = route({
  id: "treasury",
  method: "GET",
  path: "/treasury",
  summary: "What governance may spend, what staking rewards are paid from, and how long that lasts",
  description:
    "For everybody. `treasury` has what is there, `poolShares` its part of the exchange's fees, which a proposal can turn into tokens. " +
    "`rewards.fundedUntil` is until when the rewards of all stakes are paid for at their rates of now; null where no end is in sight.",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 5 },
  responses: {
    200: {
      description: "The accounts as of the last seconds",
      body: z
        .object({
          treasury: z.array(z.object({ asset: z.string(), balance: whole })),
          poolShares: z.array(z.object({ pairId: z.string(), shares: whole })),
          rewards: z.object({
            asset: z.string(),
            balance: whole,
            owed: whole.meta({ description: "Earned by stakes and not paid yet" }),
            perYear: whole.meta({ description: "What all stakes together earn in a year" }),
            fundedUntil: timestamp.nullable(),
          }),
        })
        .meta({ id: "Treasury" }),
    },
  },
  grants: { table: "read" },
});
