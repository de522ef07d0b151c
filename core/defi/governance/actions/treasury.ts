import * as People from "../../../identity/sandboxes/people.ts";
import * as Assets from "../../../kernel/assets/index.ts";
import type { Mode } from "../../../kernel/mode.ts";
import { text as inBoth, type Text } from "../../../kernel/texts/index.ts";
import { systemRef } from "../../../ledger/accounts.ts";
import { MAX_POSTING } from "../../../ledger/draft.ts";
import * as Ledger from "../../../ledger/index.ts";
import * as Address from "../../addresses/accounts.ts";
import { pairs } from "../../exchange/pairs.ts";
import { type Redemption, redeeming } from "../../exchange/redemption.ts";
import { rewardsAccount, token } from "../../staking/token.ts";
import { type Arguments, taking } from "./abi.ts";
import { BrokenRule, integer, type Target, text } from "./target.ts";

/**
 * The treasury: pays out of the platform's account of an asset to a user's wallet, turns its shares of the
 * exchange's pools into their tokens, and fills the account that staking's rewards are paid from.
 */

/** @throws BrokenRule */
async function check(mode: Mode, args: Arguments): Promise<void> {
  await recipientOf(mode, args);
  assetOf(args);
  movable(args, "amount");
}

/** An amount that one entry can move. @throws BrokenRule */
function movable(args: Arguments, name: string): bigint {
  const amount = integer(args, name);
  if (amount === 0n)
    throw new BrokenRule(name, inBoth("must be more than zero", "doit être supérieur à zéro"));
  if (amount > MAX_POSTING)
    throw new BrokenRule(
      name,
      inBoth("is more than the ledger moves at once", "dépasse ce que le registre déplace en une fois"),
    );
  return amount;
}

const oneOf = (words: readonly string[]): Text =>
  inBoth(`must be one of ${words.join(", ")}`, `doit être une de ces valeurs : ${words.join(", ")}`);

/** @throws BrokenRule */
function redemptionOf(args: Arguments): Redemption {
  const pair = pairs.find(({ id }) => id === text(args, "pairId"));
  if (!pair) throw new BrokenRule("pairId", oneOf(pairs.map(({ id }) => id)));
  const [minAmount0, minAmount1] = [integer(args, "minAmount0"), integer(args, "minAmount1")];
  return { pair, shares: movable(args, "shares"), minAmount0, minAmount1 };
}

/** @throws BrokenRule */
async function recipientOf(mode: Mode, args: Arguments): Promise<string> {
  const userId = Address.userOf(text(args, "recipient"));
  if (userId === undefined || !(await People.fromId(mode, userId)))
    throw new BrokenRule(
      "recipient",
      inBoth(
        "is not the address of an account of this platform",
        "n'est pas l'adresse d'un compte de cette plateforme",
      ),
    );
  return userId;
}

/** @throws BrokenRule */
function assetOf(args: Arguments): Assets.Asset {
  const asset = Assets.find(text(args, "asset"));
  if (asset?.symbol === text(args, "asset")) return asset;
  throw new BrokenRule("asset", oneOf(Assets.list().map(({ symbol }) => symbol)));
}

export const treasury: Target = {
  name: "treasury",
  functions: [
    {
      name: "transfer",
      args: taking({ recipient: "address", asset: "string", amount: "uint256" }),
      check,
      subject: () => undefined,
      spends: (args) => [text(args, "asset")],
      async effect(mode, args) {
        const payment = {
          userId: await recipientOf(mode, args),
          asset: assetOf(args).symbol,
          amount: integer(args, "amount"),
        };
        return { payments: [payment] };
      },
    },
    {
      name: "redeemShares",
      args: taking({ pairId: "string", shares: "uint256", minAmount0: "uint256", minAmount1: "uint256" }),
      check: async (_, args) => void redemptionOf(args),
      subject: (args) => `shares of ${text(args, "pairId")}`,
      // As much room as two: the pool's item and accounts are written too.
      spends: (args) => [`shares of ${text(args, "pairId")}`, `reserves of ${text(args, "pairId")}`],
      effect: (mode, args) => redeeming(mode, redemptionOf(args)),
    },
    {
      name: "fundRewards",
      args: taking({ amount: "uint256" }),
      check: async (_, args) => void movable(args, "amount"),
      subject: () => undefined,
      spends: () => [token.symbol],
      async effect(mode, args) {
        const treasury = systemRef(mode, "treasury", token.symbol);
        return { postings: Ledger.move(treasury, rewardsAccount(mode), movable(args, "amount")) };
      },
    },
  ],
};
