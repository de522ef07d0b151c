import { assertCanBePaid } from "../identity/account-status.ts";
import { ownerOf } from "../identity/phones/number.ts";
import { publicName } from "../identity/profile/public-name.ts";
import * as People from "../identity/sandboxes/people.ts";
import type { Asset } from "../kernel/assets/index.ts";
import { fail, RateLimited } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { accountOf, parseWalletId } from "../ledger/accounts.ts";
import type { After } from "../ledger/draft.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import type * as Table from "../platform/table/index.ts";
import { transferSplit } from "./entity.ts";
import { CurrencyMismatch, RecipientUnknown } from "./errors.ts";
import type { Receiver, Recipient, Sender } from "./schema.ts";

/**
 * Finds the recipient of a transfer. An email address or phone number counts only after its owner has verified it, so
 * that entering another user's address brings no money. All other obstacles have the same error, and lookups are
 * limited, so a sender cannot find out who has an account.
 */

/** Limit of the addresses and numbers that a sender tries. Account ids are too many to be guessed. */
const lookups: RateLimit.Limit = { bucket: "recipients", max: 30, windowSeconds: 3600 };

/**
 * Returns the account of an asset that a transfer goes to. It may not be open yet.
 * @throws RECIPIENT_UNKNOWN, CURRENCY_MISMATCH for the id of an account of another asset, RATE_LIMITED
 */
export async function findRecipient(sender: Sender, to: Recipient, asset: Asset): Promise<Receiver> {
  if (to.toAccountId !== undefined) return findByAccount(sender, to.toAccountId, asset);
  return accountFor(sender, await findRecipientUser(sender, to), asset);
}

/** Returns the user whom an id, address or number names. @throws RECIPIENT_UNKNOWN, RATE_LIMITED */
export async function findRecipientUser(
  sender: Sender,
  { toAccountId, toUserId, ...to }: Recipient,
): Promise<People.Person> {
  const { mode } = sender;
  if (toUserId !== undefined) return assertFound(await People.fromId(mode, toUserId));
  if (toAccountId !== undefined) {
    const named = parseWalletId(toAccountId);
    return assertFound(named?.mode === mode ? await People.fromId(mode, named.userId) : undefined);
  }
  // A sandbox has only invented recipients.
  if (mode === "live") await countLookup(sender);
  return assertFound(await findPerson(sender, to));
}

async function findPerson(
  { mode }: Sender,
  { toEmail, toPhone }: Recipient,
): Promise<People.Person | undefined> {
  if (toEmail !== undefined) return People.fromEmail(mode, toEmail);
  return mode === "live" && toPhone !== undefined ? ownerOf(toPhone) : undefined;
}

/** @throws RATE_LIMITED */
async function countLookup({ userId }: Sender): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(lookups, userId);
  if (allowed) return;
  const message = text(
    `You have tried ${lookups.max} addresses and numbers within an hour. Pay by the id of an account, or try again later.`,
    `Vous avez essayé ${lookups.max} adresses et numéros en une heure. Payez par l'identifiant d'un compte, ou réessayez plus tard.`,
  );
  throw fail(RateLimited, { message, details: { retryAfter } });
}

const accountFor = async ({ mode }: Sender, user: People.Person, { symbol }: Asset): Promise<Receiver> => ({
  ...accountOf({ mode, userId: user.userId }, symbol),
  userId: user.userId,
  name: await publicName(user),
});

async function findByAccount(sender: Sender, id: string, asset: Asset): Promise<Receiver> {
  const user = await findRecipientUser(sender, { toAccountId: id });
  const to = parseWalletId(id)?.asset;
  if (to !== asset.symbol) throw fail(CurrencyMismatch, { details: { from: asset.symbol, to } });
  return accountFor(sender, user, asset);
}

/** @throws RECIPIENT_UNKNOWN */
function assertFound(user: People.Person | undefined): People.Person {
  if (!user || user.blocked) throw fail(RecipientUnknown);
  return user;
}

/**
 * Returns the write that stores the recipient of a transfer, if the whole amount paid the recipient's debt: then the entry has
 * no posting to the recipient's account.
 * @param named the account that the sender named
 */
export const recipientWrites = (
  { account }: Receiver,
  named: string | null,
  amount: bigint,
  { entryId, hasLine }: Pick<After, "entryId" | "hasLine">,
): Table.Write[] =>
  hasLine(account)
    ? []
    : [
        {
          put: transferSplit.item({
            entryId,
            parts: [{ account, toAccountId: named, counterparty: null, amount }],
          }),
        },
      ];

/**
 * Returns the checks that the recipients may still be paid, for the transaction that pays them. Recipients in a sandbox
 * need none.
 * @param receivers each once
 */
export const assertPayable = ({ mode }: Sender, receivers: readonly Receiver[]): Table.Write[] =>
  mode === "live" ? receivers.map(({ userId }) => assertCanBePaid(userId, RecipientUnknown)) : [];
