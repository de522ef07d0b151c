import type * as z from "zod";
import { isGone } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Accounts from "./accounts.ts";
import { bankAccount, unassignedEvent } from "./entity.ts";
import { subject } from "./event-data.ts";
import { OwnerErased } from "./index.ts";

/**
 * Events about nobody that we know. They are carried out as far as they can be, so money goes to suspense,
 * and are kept with their account: once its owner is known, they are carried out again, which assigns the
 * money to the owner.
 */

/**
 * A handler that also gets whose the event is; undefined where nobody knows yet, or where that is somebody who is erased
 * (`erasedId`).
 */
export type OwnedHandler = (
  event: BankEvent,
  userId: string | undefined,
  erasedId: string | undefined,
) => Promise<string>;

/**
 * Finds out whose an event is: by our own id in it, by the IBAN that we gave, otherwise by the account. One who was
 * erased, or is being so, gets nothing any more: the event is kept for no owner, and money pays what was owed at most.
 */
export const owned =
  (handle: OwnedHandler): BankHandler =>
  (event) =>
    Table.retry(async () => {
      const about = subject.parse(event.data);
      const named = await ownerOf(about);
      const owner = named === undefined ? undefined : await Users.fromId(named);
      const gone = owner !== undefined && isGone(owner);
      const userId = gone ? undefined : named;
      const outcome = await handle(event, userId, gone ? named : undefined).catch(again);
      if (userId !== undefined) return outcome;
      const { accountId } = about;
      if (gone) {
        log.error("the bank tells of an account whose owner was erased", {
          eventId: event.eventId,
          type: event.type,
        });
        return `${outcome}, its owner was erased`;
      }
      log.warn("an event of the bank is about nobody that we know", {
        eventId: event.eventId,
        type: event.type,
        accountId,
      });
      if (accountId === undefined) return outcome;
      await keep(accountId, event);
      return `${outcome}, kept for the account's owner`;
    });

/** Whoever was erased that moment is found to be gone. */
function again(error: unknown): never {
  throw error instanceof OwnerErased ? new Table.ConditionFailed(undefined, { cause: error }) : error;
}

async function ownerOf({ userId, iban, accountId }: z.output<typeof subject>): Promise<string | undefined> {
  if (userId !== undefined && (await Users.fromId(userId))) return userId;
  const account = iban === undefined ? undefined : await Table.find(accountIban, { iban });
  const named = account && parseWalletId(account.walletId);
  if (named) return named.userId;
  return accountId === undefined ? undefined : (await Accounts.findAccount(accountId))?.userId;
}

/** @throws ConditionFailed where the owner has become known meanwhile */
const keep = (accountId: string, event: BankEvent): Promise<void> =>
  Table.commit([
    { put: unassignedEvent.item({ accountId, eventId: event.eventId, body: JSON.stringify(event) }) },
    { check: bankAccount.key({ accountId }), where: Where.lacks("userId") },
  ]);

/**
 * Carries out what was kept for an account's owner, and forgets it. Whoever dies in between does it again. An
 * event that fails holds up no other.
 * @returns how many events
 * @throws what `carryOut` threw first, once all were tried: what failed is still kept
 */
export async function assign(
  accountId: string,
  carryOut: (event: BankEvent) => Promise<unknown>,
): Promise<number> {
  const pk = unassignedEvent.partition({ accountId });
  const items = await Table.queryAll({ pk, beginsWith: unassignedEvent.prefix });
  const problems: unknown[] = [];
  for (const item of items) {
    const { eventId, body } = unassignedEvent.parse(item);
    try {
      await carryOut(JSON.parse(body));
      await Table.remove(unassignedEvent.key({ accountId, eventId }));
    } catch (error) {
      log.error("an event that was kept for an account's owner fails", { eventId, error });
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
  return items.length;
}
