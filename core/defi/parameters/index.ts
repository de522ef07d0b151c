import * as z from "zod";
import type { Mode } from "../../kernel/mode.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../../kernel/time.ts";
import * as Supply from "../../ledger/supply.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { parameterGroup } from "./entity.ts";

/**
 * Parameters that governance changes at run time. A domain declares a group with defaults; the table has an item after
 * the group's first change. Operations read parameters together with their other inputs, so a change applies
 * immediately.
 */

/** Values to change. Undefined ones remain unchanged. */
export type Patch<Values extends object> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** Returns the defined values of a patch. */
export const defined = <Values extends object>(patch: Patch<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Values>;

interface Group<Values extends object> {
  /** Returns the key of the group's item, for a batch with other items. */
  key(mode: Mode): Key;
  /** Returns the parameters of an item, or the defaults. */
  of(item: Table.Item | undefined): Values;
  read(mode: Mode): Promise<Values>;
  /**
   * Returns the write that changes some parameters if the group is unchanged.
   * @throws ZodError if a value is out of bounds
   */
  changeWrite(mode: Mode, patch: Patch<Values>): Promise<Table.Write>;
}

/** Declares a group. The schema must have a default for every parameter. */
export function group<Schema extends z.ZodObject>(name: string, schema: Schema): Group<z.output<Schema>> {
  const key = (mode: Mode) => parameterGroup.key({ mode, group: name });
  const of = (item: Table.Item | undefined) => schema.parse(item ?? {});
  return {
    key,
    of,
    read: async (mode) => of(await Table.get(key(mode))),
    async changeWrite(mode, patch) {
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

export const exchangeParameters = group(
  "exchange",
  z.object({
    /** The share of each swap's input that remains in the pool, in hundredths of a percent (spec 2, section 8: 0.3 %). */
    feeBps: z.coerce.bigint().min(0n).max(100n).default(30n),
  }),
);

const TOKEN = 10n ** 18n;
const HOUR = BigInt(HOUR_SECONDS);
const DAY = BigInt(DAY_SECONDS);

const between = (least: bigint, most: bigint, byDefault: bigint) =>
  z.coerce.bigint().min(least).max(most).default(byDefault);

export const governanceParameters = group(
  "governance",
  z.object({
    /** The voting power required to create a proposal, in base units: 1,000 to 50,000,000 tokens. */
    proposalThreshold: between(1000n * TOKEN, 50_000_000n * TOKEN, 1_000_000n * TOKEN),
    /** The share of the total supply that must vote for or abstain, in hundredths of a percent. */
    quorumBps: between(100n, 2000n, 400n),
    /** From creation to the start of voting: much longer than the margin of the snapshot. */
    votingDelaySeconds: between(HOUR, 14n * DAY, 2n * DAY),
    votingPeriodSeconds: between(DAY, 30n * DAY, 7n * DAY),
    /** From the end of voting to execution, within the bounds of Compound's Timelock. */
    timelockSeconds: between(2n * DAY, 30n * DAY, 2n * DAY),
  }),
);

/** Returns the quorum in base units, rounded down as OpenZeppelin's GovernorVotesQuorumFraction does. */
export const quorumOf = (quorumBps: bigint, totalSupply = Supply.TOTAL_SUPPLY): bigint =>
  (totalSupply * quorumBps) / 10_000n;
