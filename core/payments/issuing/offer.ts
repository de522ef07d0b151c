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
 * The card that everybody gets: one virtual card, once the identity is checked and a euro account is open,
 * whichever comes last. Both are changes of the table; who follows them says so here, and the schedule has the
 * card made, so that a provider that fails holds up nobody else's.
 */

/** Notes of these users whose identity is checked, who have a euro account and no card, that they get one. */
export async function offer(userIds: readonly string[]): Promise<void> {
  const keys = userIds.map((userId) => [
    issuedHolder.key({ userId }),
    Kyc.keyOf(userId),
    walletAccount.key({ userId, mode: "live", asset: CARD_ASSET }),
    cardOffer.key({ userId }),
  ]);
  const items = await Table.getMany(keys.flat());
  for (const [index, userId] of userIds.entries()) {
    const [holder, standing, wallet, offered] = items.slice(4 * index, 4 * index + 4);
    const isChecked = Kyc.fromItem(userId, standing).status === "VALIDATED";
    if (!isChecked || !wallet || offered) continue;
    const user = await Users.fromId(userId);
    if (!user || (holder && issuedHolder.parse(holder).ownershipId === user.ownershipId)) continue;
    const item = cardOffer.item({ userId });
    await Table.tryCommit([
      { put: { ...item, ...offerDue.at(userId, Clock.nowIso()) }, where: Where.absent },
    ]);
  }
}

/** What stands in the way may be gone by then: an address that the profile lacks, for example. */
const AGAIN_MS = 6 * HOUR_MS;

const waits = (error: unknown): boolean => isAnyOf(error, [AddressRequired, NotVerified, NoCardAccount]);

/** Issues the first cards that are due. @returns how many were */
export const issueDue = (): Promise<number> =>
  Due.sweep(
    offerDue,
    async (item) => {
      const { userId } = cardOffer.parse(item);
      try {
        await first(userId);
      } catch (error) {
        if (!waits(error)) throw error;
        log.info("a first card waits", { userId, error });
        const at = toIso(Clock.nowMs() + AGAIN_MS);
        await Table.update(cardOffer.key({ userId }), { set: offerDue.at(userId, at), where: Where.exists });
        return false;
      }
      await Table.remove(cardOffer.key({ userId }));
      return true;
    },
    Due.PROVIDER_PACE,
  );

async function first(userId: string): Promise<void> {
  const user = await Users.fromId(userId);
  if (!user || user.blocked) return;
  const accountId = walletId("live", userId, CARD_ASSET);
  try {
    const requestKey = `${AUTOMATIC} ${user.ownershipId}`;
    await complete(user, await reserve(user, { type: "virtual", accountId }, requestKey));
  } catch (error) {
    // Whoever has as many as there may be needs no first one.
    if (!(error instanceof SvcError && error.is(IssuedLimit))) throw error;
  }
}
