import * as Users from "../../../identity/users.ts";
import * as Assets from "../../../kernel/assets/index.ts";
import type { Mode } from "../../../kernel/mode.ts";
import { MAX_POSTING } from "../../../ledger/draft.ts";
import * as Address from "../../addresses/accounts.ts";
import type { Arguments } from "./abi.ts";
import { BrokenRule, integer, type Target, text } from "./target.ts";

/** The treasury: pays out of the platform's account of an asset to a user's wallet. */

/** @throws BrokenRule */
async function check(_: Mode, args: Arguments): Promise<void> {
  await recipientOf(args);
  assetOf(args);
  const amount = integer(args, "amount");
  if (amount === 0n) throw new BrokenRule("amount", "must be more than zero");
  if (amount > MAX_POSTING) throw new BrokenRule("amount", "is more than the ledger moves at once");
}

/** @throws BrokenRule */
async function recipientOf(args: Arguments): Promise<string> {
  const userId = Address.userOf(text(args, "recipient"));
  if (userId === undefined || !(await Users.fromId(userId)))
    throw new BrokenRule("recipient", "is not the address of an account of this platform");
  return userId;
}

/** @throws BrokenRule */
function assetOf(args: Arguments): Assets.Asset {
  const asset = Assets.find(text(args, "asset"));
  if (asset?.symbol === text(args, "asset")) return asset;
  throw new BrokenRule(
    "asset",
    `must be one of ${Assets.list()
      .map(({ symbol }) => symbol)
      .join(", ")}`,
  );
}

export const treasury: Target = {
  name: "treasury",
  functions: [
    {
      name: "transfer",
      args: [
        { name: "recipient", type: "address" },
        { name: "asset", type: "string" },
        { name: "amount", type: "uint256" },
      ],
      check,
      subject: () => undefined,
      async effect(_, args) {
        const payment = {
          userId: await recipientOf(args),
          asset: assetOf(args).symbol,
          amount: integer(args, "amount"),
        };
        return { payments: [payment] };
      },
    },
  ],
};
