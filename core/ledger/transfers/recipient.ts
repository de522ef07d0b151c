import * as Kyc from "../../identity/kyc/index.ts";
import { shownTo } from "../../identity/names.ts";
import * as Phones from "../../identity/phones.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import type { Asset } from "../../kernel/assets/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import { accountOf, parseWalletId } from "../accounts.ts";
import { CurrencyMismatch, RecipientUnknown } from "./errors.ts";
import type { Receiver, Recipient, Sender } from "./schema.ts";

/**
 * Whom a transfer is for. An address counts where it was proven, so nobody is paid who merely registered it. A
 * phone is proven by nobody here: it counts where one account alone has it and its owner's identity was
 * checked. Whatever else is the matter, the answer is the same, and few may be tried: nobody learns from it
 * who has an account.
 */

/** How many addresses and numbers somebody may try. Account ids are too many to be guessed. */
const lookups: RateLimit.Limit = { bucket: "recipients", max: 30, windowSeconds: 3600 };

/**
 * The account of an asset that a transfer goes to; it may have yet to be opened.
 * @throws RECIPIENT_UNKNOWN, CURRENCY_MISMATCH for the id of an account of another asset, RATE_LIMITED
 */
export async function recipientOf(sender: Sender, to: Recipient, asset: Asset): Promise<Receiver> {
  if (to.toAccountId !== undefined) return byAccount(sender, to.toAccountId, asset);
  await RateLimit.spend(lookups, sender.userId);
  const user = to.toEmail === undefined ? await byPhone(to.toPhone ?? "") : await byEmail(to.toEmail);
  return receiving(sender, payable(user), asset);
}

const receiving = ({ mode }: Sender, user: User, { symbol }: Asset): Receiver => ({
  ...accountOf({ mode, userId: user.userId }, symbol),
  name: shownTo(user),
});

async function byAccount(sender: Sender, id: string, asset: Asset): Promise<Receiver> {
  const named = parseWalletId(id);
  if (!named || named.mode !== sender.mode) throw fail(RecipientUnknown);
  const user = payable(await Users.fromId(named.userId));
  if (named.asset !== asset.symbol)
    throw fail(CurrencyMismatch, { details: { from: asset.symbol, to: named.asset } });
  return receiving(sender, user, asset);
}

/** @throws RECIPIENT_UNKNOWN */
function payable(user: User | undefined): User {
  if (!user || user.blocked) throw fail(RecipientUnknown);
  return user;
}

async function byEmail(email: string): Promise<User | undefined> {
  const user = await Users.fromEmail(email);
  return user?.emailVerified === undefined ? undefined : user;
}

async function byPhone(phone: string): Promise<User | undefined> {
  const user = await Phones.onlyUserWith(phone);
  const { status } = user ? await Kyc.of(user.userId) : {};
  return status === "VALIDATED" ? user : undefined;
}
