import * as z from "zod";
import { targets } from "../../core/defi/governance/actions/schema.ts";
import { MAX_DESCRIPTION, MAX_TITLE } from "../../core/defi/governance/schema.ts";
import { Contention } from "../../core/kernel/errors.ts";
import { line, text } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Governance: spec 2, section 4.5. Also the schemas that its proposals and delegations share. */

const route = defineFamily({
  id: "defi.governance",
  path: "/api/defi/governance",
  family: "defi",
  auth: "session",
  method: "GET",
  grants: { table: "read" },
});

export const power = z.string().meta({
  description: "Voting power: decimal string, in whole units of the platform's token",
  examples: ["1250000.5"],
});

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({
    description:
      "Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id",
    examples: ["0xEC999567019347B478544E89335C192f0fD0Fc6B"],
  });

export const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .describe("`0x` and the SHA-256 of the record in its canonical form");

export const title = line
  .min(1)
  .max(MAX_TITLE)
  .meta({ examples: ["Lower the exchange fee"] });

export const description = text
  .min(1)
  .max(MAX_DESCRIPTION)
  .meta({ description: "Markdown", examples: ["A lower fee brings more trades."] });

export const actions = z
  .unknown()
  .optional()
  .meta({
    type: "array",
    maxItems: 10,
    items: {
      type: "object",
      required: ["target", "value", "signature", "calldata"],
      properties: {
        target: { type: "string", examples: [targets.exchange] },
        value: { type: "string", examples: ["0"] },
        signature: { type: "string", examples: ["setFee(uint256)"] },
        calldata: { type: "string", examples: [`0x${"0".repeat(62)}19`] },
      },
    },
  });

export const discussionUrl = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: rule("must be an https address", "doit être une adresse https"),
  })
  .max(2000);

export const votingPower = route({
  id: "voting-power",
  path: "/voting-power",
  summary: "Retrieve the caller's voting power",
  description:
    "`totalPower = yaniBalance + stakedYani x stakingMultiplier + delegatedPower`, where `yaniBalance` is the unstaked balance of the " +
    "wallet. `stakingMultiplier` is the average over all stakes, rounded down to four decimals; `1.0` without stakes. If `delegatedTo` " +
    "names another account, the caller's own power counts there and `totalPower` is only `delegatedPower`. `votingPowerPercent` is the " +
    "share of the total supply, rounded down.",
  limit: limits.votingPower,
  response: {
    description: "The voting power and its parts",
    body: z
      .object({
        address,
        yaniBalance: power,
        stakedYani: power,
        stakingMultiplier: z.string().meta({ examples: ["1.5"] }),
        delegatedPower: power.describe("Delegated to the caller by others, without their stake multipliers"),
        totalPower: power,
        votingPowerPercent: z.string().meta({ examples: ["0.1250"] }),
        delegatedTo: address.nullable(),
      })
      .meta({ id: "DefiVotingPower" }),
  },
  errors: [Contention],
  timeoutSeconds: 25,
});

const seconds = z.int().min(0);

export const parameters = route({
  id: "parameters",
  path: "/parameters",
  summary: "Retrieve the terms of a proposal that is created now",
  description:
    "Governance may change them (`setParameters`). A proposal keeps the terms of its creation, so they are not those of existing proposals.",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 5 },
  response: {
    description: "The terms",
    body: z
      .object({
        proposalThreshold: power.describe("Voting power required to create a proposal"),
        quorumVotes: power.describe("Votes for it and abstentions that it needs"),
        votingDelaySeconds: seconds.describe("From creation to the start of voting"),
        votingPeriodSeconds: seconds.describe("Duration of voting"),
        timelockSeconds: seconds.describe("From the end of voting to execution"),
      })
      .meta({ id: "GovernanceParameters" }),
  },
});

const whole = z
  .string()
  .meta({ description: "Decimal string, in whole units of the asset", examples: ["12.5"] });

export const treasury = route({
  id: "treasury",
  path: "/treasury",
  summary: "Retrieve the treasury, and how long staking rewards are funded",
  description:
    "`treasury` is what governance may spend, `poolShares` its part of the exchange's fees, which a proposal can convert to tokens. " +
    "`rewards.fundedUntil` is until when the rewards of all stakes are funded at current rates; null without a foreseeable end.",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 5 },
  response: {
    description: "The accounts as of the last seconds",
    body: z
      .object({
        treasury: z.array(z.object({ asset: z.string(), balance: whole })),
        poolShares: z.array(z.object({ pairId: z.string(), shares: whole })),
        rewards: z.object({
          asset: z.string(),
          balance: whole,
          owed: whole.describe("Earned by stakes and not paid yet"),
          perYear: whole.describe("Earned by all stakes in a year"),
          fundedUntil: timestamp.nullable(),
        }),
      })
      .meta({ id: "Treasury" }),
  },
});
