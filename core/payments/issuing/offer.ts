import * as Kyc from "../../identity/kyc/index.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { isAnyOf, SvcError } from "../../kernel/errors.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import { walletId } from "../../ledger/accounts.ts";
import { walletAccount } from "../../ledger/entity.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { cardOffer, issuedHolder, offerDue } from "./entity.ts";
import { AddressRequired, IssuedLimit, NoCardAccount, NotVerified } from "./errors.ts";
import { AUTOMATIC, complete, reserve } from "./issue.ts";
import { CARD_ASSET } from "./schema.ts";

/**
 * The first card of every user: a virtual one, once the identity is verified and a euro account is open. The consumer of
 * the table's changes records the offer, and the schedule issues the card, so that a failing provider blocks no consumer.
 */

/** Records an offer for each of these users that is verified and has a euro account, but no cardholder at the provider. */
export async function recordOffers(userIds: readonly string[]): Promise<void> {
  const keys = userIds.map((userId) => [
    issuedHolder.key({ userId }),
    Kyc.keyOf(userId),
    walletAccount.key({ userId, mode: "live", asset: CARD_ASSET }),
    cardOffer.key({ userId }),
  ]);
  const items = await Table.getMany(keys.flat());
  for (const [index, userId] of userIds.entries()) {
    const [holder, kyc, wallet, offered] = items.slice(4 * index, 4 * index + 4);
    const isVerified = Kyc.fromItem(userId, kyc).status === "VALIDATED";
    if (!isVerified || !wallet || offered) continue;
    const user = await Users.fromId(userId);
    if (!user || (holder && issuedHolder.parse(holder).ownershipId === user.ownershipId)) continue;
    const item = cardOffer.item({ userId });
    await Table.tryCommit([
      { put: { ...item, ...offerDue.at(userId, Clock.nowIso()) }, where: Where.absent },
    ]);
  }
}

/** The time until the next attempt, after an obstacle such as a missing address. */
const AGAIN_MS = 6 * HOUR_MS;

/** Issues the due first cards. @returns the number of offers that are done, also those that need no card */
export const issueDue = (): Promise<number> =>
  Due.sweep(
    offerDue,
    async (item) => {
      const { userId } = cardOffer.parse(item);
      try {
        await issueFirst(userId);
      } catch (error) {
        if (!isAnyOf(error, [AddressRequired, NotVerified, NoCardAccount])) throw error;
        log.info("first card: the user does not meet a condition yet, retried in six hours", {
          userId,
          error,
        });
        const at = toIso(Clock.nowMs() + AGAIN_MS);
        await Table.update(cardOffer.key({ userId }), { set: offerDue.at(userId, at), where: Where.exists });
        return false;
      }
      await Table.remove(cardOffer.key({ userId }));
      return true;
    },
    Due.PROVIDER_PACE,
  );

async function issueFirst(userId: string): Promise<void> {
  const user = await Users.fromId(userId);
  if (!user || user.blocked) return;
  const accountId = walletId("live", userId, CARD_ASSET);
  try {
    const requestKey = `${AUTOMATIC} ${user.ownershipId}`;
    await complete(user, await reserve(user, { type: "virtual", accountId }, requestKey));
  } catch (error) {
    // A user at the limit of cards needs no first card.
    if (!(error instanceof SvcError && error.is(IssuedLimit))) throw error;
  }
}
