import { shownTo } from "../../identity/names.ts";
import { ownerOf } from "../../identity/phones/owner.ts";
import * as People from "../../identity/sandboxes/people.ts";
import { stillPayable } from "../../identity/standing.ts";
import type { Asset } from "../../kernel/assets/index.ts";
import { fail, RateLimited } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { accountOf, parseWalletId, walletOf } from "../accounts.ts";
import { CurrencyMismatch, RecipientUnknown } from "./errors.ts";
import type { Receiver, Recipient, Sender } from "./schema.ts";

/**
 * Whom a transfer is for. An address and a phone number count where they were proven, so nobody is paid who merely
 * entered somebody else's. Whatever else is the matter, the answer is the same, and few may be tried: nobody
 * learns from it who has an account.
 */

/** How many addresses and numbers somebody may try. Account ids are too many to be guessed. */
const lookups: RateLimit.Limit = { bucket: "recipients", max: 30, windowSeconds: 3600 };

/**
 * The account of an asset that a transfer goes to; it may have yet to be opened.
 * @throws RECIPIENT_UNKNOWN, CURRENCY_MISMATCH for the id of an account of another asset, RATE_LIMITED
 */
export async function recipientOf(sender: Sender, to: Recipient, asset: Asset): Promise<Receiver> {
  if (to.toAccountId !== undefined) return byAccount(sender, to.toAccountId, asset);
  // Nobody is found out in a sandbox.
  if (sender.mode === "live") await lookUp(sender);
  return receiving(sender, payable(await named(sender, to)), asset);
}

async function named({ mode }: Sender, { toEmail, toPhone }: Recipient): Promise<People.Person | undefined> {
  if (toEmail !== undefined) return People.fromEmail(mode, toEmail);
  return mode === "live" && toPhone !== undefined ? ownerOf(toPhone) : undefined;
}

/** @throws RATE_LIMITED */
async function lookUp({ userId }: Sender): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(lookups, userId);
  if (allowed) return;
  const message = text(
    `You have tried ${lookups.max} addresses and numbers within an hour. Pay by the id of an account, or try again later.`,
    `Vous avez essayé ${lookups.max} adresses et numéros en une heure. Payez par l'identifiant d'un compte, ou réessayez plus tard.`,
  );
  throw fail(RateLimited, { message, details: { retryAfter } });
}

const receiving = ({ mode }: Sender, user: People.Person, { symbol }: Asset): Receiver => ({
  ...accountOf({ mode, userId: user.userId }, symbol),
  name: shownTo(user),
});

async function byAccount(sender: Sender, id: string, asset: Asset): Promise<Receiver> {
  const named = parseWalletId(id);
  if (!named || named.mode !== sender.mode) throw fail(RecipientUnknown);
  const user = payable(await People.fromId(named.mode, named.userId));
  if (named.asset !== asset.symbol)
    throw fail(CurrencyMismatch, { details: { from: asset.symbol, to: named.asset } });
  return receiving(sender, user, asset);
}

/**
 * The checks that those who are paid may still be, for the transaction that pays them. None of the sender's own
 * account, and of nobody in a sandbox.
 */
export const stillPaying = (sender: Sender, receivers: readonly Receiver[]): Table.Write[] =>
  [...new Set(receivers.map(({ account }) => parseWalletId(walletOf(account) ?? "")?.userId))]
    .filter((userId) => userId !== undefined && userId !== sender.userId && sender.mode === "live")
    .map((userId = "") => stillPayable(userId, RecipientUnknown));

/** @throws RECIPIENT_UNKNOWN */
function payable(user: People.Person | undefined): People.Person {
  if (!user || user.blocked) throw fail(RecipientUnknown);
  return user;
}
