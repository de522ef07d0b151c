import * as Users from "../identity/users.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import { log } from "../platform/log.ts";
import * as Accounts from "./accounts.ts";
import { subject } from "./reading.ts";
import { park } from "./waiting.ts";

/** Whom of our users an event of the bank is about. */

/** A handler that is told whose the event is; undefined where nobody knows yet. */
export type OwnedHandler = (event: BankEvent, userId: string | undefined) => Promise<string>;

/**
 * Finds out whose an event is: by our own id in it, otherwise by the account. Where the account is nobody's yet, the event is
 * carried out as far as it can be, and once more when the account's owner is known.
 */
export const owned =
  (handle: OwnedHandler): BankHandler =>
  async (event) => {
    const about = subject.parse(event.data);
    for (;;) {
      const userId = await ownerOf(about);
      const outcome = await handle(event, userId);
      if (userId !== undefined) return outcome;
      const { accountId } = about;
      if (accountId !== undefined && !(await park(accountId, event))) continue;
      log.warn("an event of the bank is about nobody that we know", {
        eventId: event.eventId,
        type: event.type,
        waits: accountId !== undefined,
      });
      return accountId === undefined ? outcome : `${outcome}, waits for the account's owner`;
    }
  };

async function ownerOf({
  userId,
  accountId,
}: {
  readonly userId?: string | undefined;
  readonly accountId?: string | undefined;
}): Promise<string | undefined> {
  if (userId !== undefined && (await Users.fromId(userId))) return userId;
  return accountId === undefined ? undefined : (await Accounts.find(accountId))?.userId;
}
