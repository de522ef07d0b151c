import * as z from "zod";
import * as Supply from "../../ledger/supply/index.ts";
import * as Parameters from "./index.ts";

/**
 * Governance's own parameters (spec 2, sections 2.5 and 8). It may change them within these bounds, which are
 * there so that one vote cannot end all others. A proposal keeps those that held at its creation.
 */

const TOKEN = 10n ** 18n;
const HOUR = 3600n;
const DAY = 24n * HOUR;

const between = (least: bigint, most: bigint, byDefault: bigint) =>
  z.coerce.bigint().min(least).max(most).default(byDefault);

export const parameters = Parameters.group(
  "governance",
  z.object({
    /** Voting power that it takes to create a proposal, in base units: 1,000 to 50,000,000 tokens. */
    proposalThreshold: between(1000n * TOKEN, 50_000_000n * TOKEN, 1_000_000n * TOKEN),
    /** What of the total supply must vote for or abstain, in hundredths of a percent. */
    quorumBps: between(100n, 2000n, 400n),
    /** From creation to the start of voting. Well above what the snapshot lies before the start. */
    votingDelaySeconds: between(HOUR, 14n * DAY, 2n * DAY),
    votingPeriodSeconds: between(DAY, 30n * DAY, 7n * DAY),
    /** From the end of voting to execution. The bounds are those of Compound's Timelock. */
    timelockSeconds: between(2n * DAY, 30n * DAY, 2n * DAY),
  }),
);

/**
 * The quorum in base units: a share of the total supply, rounded down as OpenZeppelin's
 * GovernorVotesQuorumFraction does.
 */
export const quorumOf = (quorumBps: bigint, totalSupply = Supply.TOTAL_SUPPLY): bigint =>
  (totalSupply * quorumBps) / 10_000n;
