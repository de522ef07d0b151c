import * as z from "zod";
import type { Mode } from "../../kernel/mode.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../../kernel/time.ts";
import * as Supply from "../../ledger/supply/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { parameterGroup } from "./entity.ts";

/**
 * Parameters that governance changes while the platform runs. A domain declares a group of them with
 * defaults; the table holds a group only once it was changed. Whoever acts on a parameter reads it with
 * whatever else the action reads, so a change holds from the moment that it is written.
 */

/** Some of the values; one that is undefined stays as it is. */
export type Patch<Values extends object> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The patch without what stays as it is. */
export const defined = <Values extends object>(patch: Patch<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Values>;

interface Group<Values extends object> {
  /** The key of the group's item, to be read in one batch with other items. */
  key(mode: Mode): Key;
  /** The parameters that an item of that key holds, the defaults where there is none. */
  of(item: Table.Item | undefined): Values;
  read(mode: Mode): Promise<Values>;
  /**
   * The write that changes some of them, over what they are now: refused if they change in between.
   * @throws ZodError when a value breaks its rule
   */
  changing(mode: Mode, patch: Patch<Values>): Promise<Table.Write>;
}

/** Declares a group. The schema gives every parameter a default. */
export function group<Schema extends z.ZodObject>(name: string, schema: Schema): Group<z.output<Schema>> {
  const key = (mode: Mode) => parameterGroup.key({ mode, group: name });
  const of = (item: Table.Item | undefined) => schema.parse(item ?? {});
  return {
    key,
    of,
    read: async (mode) => of(await Table.get(key(mode))),
    async changing(mode, patch) {
      const current = await Table.find(parameterGroup, { mode, group: name });
      const version = current?.version ?? 0n;
      const values = schema.parse({ ...of(current), ...defined(patch) });
      return {
        put: { ...key(mode), ...values, version: version + 1n },
        where: parameterGroup.unchanged(current),
      };
    },
  };
}

/** The exchange's parameters. Governance may change them within these bounds. */
export const exchangeParameters = group(
  "exchange",
  z.object({
    /** What stays in the pool of each swap's input, in hundredths of a percent (spec 2, section 8: 0.3 %). */
    feeBps: z.coerce.bigint().min(0n).max(100n).default(30n),
  }),
);

/**
 * Governance's own parameters (spec 2, sections 2.5 and 8). It may change them within these bounds, which are
 * there so that one vote cannot end all others. A proposal keeps those that held at its creation.
 */

const TOKEN = 10n ** 18n;
const HOUR = BigInt(HOUR_SECONDS);
const DAY = BigInt(DAY_SECONDS);

const between = (least: bigint, most: bigint, byDefault: bigint) =>
  z.coerce.bigint().min(least).max(most).default(byDefault);

export const governanceParameters = group(
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
