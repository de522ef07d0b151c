import * as People from "../../../identity/sandboxes/people.ts";
import * as Assets from "../../../kernel/assets/index.ts";
import type { Mode } from "../../../kernel/mode.ts";
import { systemRef } from "../../../ledger/accounts.ts";
import { MAX_POSTING } from "../../../ledger/draft.ts";
import * as Ledger from "../../../ledger/index.ts";
import type * as Table from "../../../platform/table/index.ts";
import * as Address from "../../addresses/index.ts";
import { pairs } from "../../exchange/pairs.ts";
import { type Redemption, redeem } from "../../exchange/remove-liquidity.ts";
import * as Funding from "../../farming/funding.ts";
import { exchangeParameters, governanceParameters } from "../../parameters/index.ts";
import * as Pools from "../../staking/pools.ts";
import { rewardsAccount, token } from "../../staking/token.ts";
import { type Argument, type Arguments, argumentsOf, BrokenRule } from "./abi.ts";
import type { TargetName } from "./schema.ts";
import { integer, type TargetFunction, text } from "./target.ts";

/** The targets of proposals with their functions. Amounts are base units. */

/** Defines a function that changes one stored item. The check plans the same write and discards it. */
/* @__NO_SIDE_EFFECTS__ */
const parameterFunction = (
  name: string,
  args: readonly Argument[],
  subject: TargetFunction["subject"],
  changeWrite: (mode: Mode, args: Arguments) => Promise<Table.Write>,
): TargetFunction => ({
  name,
  args,
  check: async (mode, values) => void (await changeWrite(mode, values)),
  subject,
  effect: async (mode, values) => ({ writes: [await changeWrite(mode, values)] }),
});

/** Defines a function that creates, funds or ends a farm. The check plans the change and discards it. */
/* @__NO_SIDE_EFFECTS__ */
const farmFunction = (
  name: string,
  args: readonly Argument[],
  spends: TargetFunction["spends"],
  changeWrite: (mode: Mode, farmId: string, args: Arguments) => Promise<Funding.Change>,
): TargetFunction => ({
  name,
  args,
  check: async (mode, values) => void (await changeWrite(mode, farmIdOf(values), values)),
  subject: farmSubject,
  ...(spends && { spends }),
  effect: (mode, values) => changeWrite(mode, farmIdOf(values), values),
});

const farmIdOf = (args: Arguments): string => text(args, "farmId");
const farmSubject = (args: Arguments): string => `farm ${farmIdOf(args)}`;
const spendsToken = () => [token.symbol];

const governanceArguments = {
  proposalThreshold: "uint256",
  quorumBps: "uint256",
  votingDelaySeconds: "uint256",
  votingPeriodSeconds: "uint256",
  timelockSeconds: "uint256",
} as const;

export const functions: Readonly<Record<TargetName, readonly TargetFunction[]>> = {
  treasury: [
    {
      name: "transfer",
      args: argumentsOf({ recipient: "address", asset: "string", amount: "uint256" }),
      async check(mode, args) {
        await recipientOf(mode, args);
        assetOf(args);
        movableAmount(args, "amount");
      },
      subject: () => undefined,
      spends: (args) => [text(args, "asset")],
      async effect(mode, args) {
        const userId = await recipientOf(mode, args);
        return { payments: [{ userId, asset: assetOf(args).symbol, amount: integer(args, "amount") }] };
      },
    },
    {
      name: "redeemShares",
      args: argumentsOf({
        pairId: "string",
        shares: "uint256",
        minAmount0: "uint256",
        minAmount1: "uint256",
      }),
      check: async (_, args) => void redemptionOf(args),
      subject: (args) => `shares of ${text(args, "pairId")}`,
      // Counts as two assets: the entry also writes the pool and its accounts.
      spends: (args) => [`shares of ${text(args, "pairId")}`, `reserves of ${text(args, "pairId")}`],
      effect: (mode, args) => redeem(mode, redemptionOf(args)),
    },
    {
      name: "fundRewards",
      args: argumentsOf({ amount: "uint256" }),
      check: async (_, args) => void movableAmount(args, "amount"),
      subject: () => undefined,
      spends: spendsToken,
      async effect(mode, args) {
        const treasury = systemRef(mode, "treasury", token.symbol);
        return { postings: Ledger.move(treasury, rewardsAccount(mode), movableAmount(args, "amount")) };
      },
    },
  ],
  exchange: [
    parameterFunction(
      "setFee",
      argumentsOf({ feeBps: "uint256" }),
      () => "exchange",
      (mode, args) => exchangeParameters.changeWrite(mode, { feeBps: integer(args, "feeBps") }),
    ),
  ],
  staking: [
    parameterFunction(
      "setPool",
      argumentsOf({
        poolId: "string",
        apyBps: "uint256",
        minStake: "uint256",
        maxStake: "uint256",
        active: "bool",
      }),
      (args) => `staking ${text(args, "poolId")}`,
      (mode, args) =>
        Pools.changeWrite(mode, text(args, "poolId"), {
          apyBps: integer(args, "apyBps"),
          minStake: integer(args, "minStake"),
          maxStake: integer(args, "maxStake"),
          active: args["active"] === true,
        }),
    ),
  ],
  farming: [
    farmFunction(
      "createFarm",
      argumentsOf({ farmId: "string", pairId: "string", durationSeconds: "uint256", amount: "uint256" }),
      spendsToken,
      (mode, farmId, args) =>
        Funding.createFarm(mode, {
          farmId,
          pairId: text(args, "pairId"),
          rewardsDuration: integer(args, "durationSeconds"),
          reward: integer(args, "amount"),
        }),
    ),
    farmFunction(
      "fundFarm",
      argumentsOf({ farmId: "string", amount: "uint256" }),
      spendsToken,
      (mode, farmId, args) => Funding.fundFarm(mode, farmId, integer(args, "amount")),
    ),
    farmFunction("endFarm", argumentsOf({ farmId: "string" }), undefined, Funding.endFarm),
    {
      name: "setFarmDuration",
      args: argumentsOf({ farmId: "string", durationSeconds: "uint256" }),
      // The farm's period must be over at the execution, but not when the call is proposed.
      check: (mode, args) => Funding.checkSetDuration(mode, farmIdOf(args), integer(args, "durationSeconds")),
      subject: farmSubject,
      effect: (mode, args) => Funding.setDuration(mode, farmIdOf(args), integer(args, "durationSeconds")),
    },
  ],
  governance: [
    parameterFunction(
      "setParameters",
      argumentsOf(governanceArguments),
      () => "governance",
      (mode, args) =>
        governanceParameters.changeWrite(
          mode,
          Object.fromEntries(Object.keys(governanceArguments).map((name) => [name, integer(args, name)])),
        ),
    ),
  ],
};

/** Returns an amount that one entry can move. @throws BrokenRule */
function movableAmount(args: Arguments, name: string): bigint {
  const amount = integer(args, name);
  if (amount === 0n) throw new BrokenRule(name, "must be more than zero", "doit être supérieur à zéro");
  if (amount > MAX_POSTING)
    throw new BrokenRule(
      name,
      "exceeds the maximum of a single transaction",
      "dépasse le maximum d'une seule transaction",
    );
  return amount;
}

const notOneOf = (name: string, words: readonly string[]): BrokenRule =>
  new BrokenRule(
    name,
    `must be one of ${words.join(", ")}`,
    `doit être une de ces valeurs : ${words.join(", ")}`,
  );

/** @throws BrokenRule */
function redemptionOf(args: Arguments): Redemption {
  const pair = pairs.find(({ id }) => id === text(args, "pairId"));
  if (!pair)
    throw notOneOf(
      "pairId",
      pairs.map(({ id }) => id),
    );
  const [minAmount0, minAmount1] = [integer(args, "minAmount0"), integer(args, "minAmount1")];
  return { pair, shares: movableAmount(args, "shares"), minAmount0, minAmount1 };
}

/** @throws BrokenRule */
async function recipientOf(mode: Mode, args: Arguments): Promise<string> {
  const userId = Address.userOf(text(args, "recipient"));
  if (userId === undefined || !(await People.fromId(mode, userId)))
    throw new BrokenRule(
      "recipient",
      "is not the address of an account of this platform",
      "n'est pas l'adresse d'un compte de cette plateforme",
    );
  return userId;
}

/** @throws BrokenRule */
function assetOf(args: Arguments): Assets.Asset {
  const asset = Assets.find(text(args, "asset"));
  if (asset?.symbol === text(args, "asset")) return asset;
  throw notOneOf(
    "asset",
    Assets.list().map(({ symbol }) => symbol),
  );
}
