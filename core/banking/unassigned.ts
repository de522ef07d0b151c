import type * as z from "zod";
import { isGone } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import * as Accounts from "./accounts.ts";
import { bankAccount, unassignedEvent } from "./entity.ts";
import { subject } from "./event-data.ts";
import { OwnerErased } from "./index.ts";

/**
 * Events about unknown users. They are handled as far as possible, so money goes to `suspense`, and stored with their
 * account. Once its owner is known, they are handled again, which assigns the money to the owner.
 */

/** A handler that also gets the event's user; undefined if the user is unknown, or erased (`erasedId`). */
export type OwnedHandler = (
  event: BankEvent,
  userId: string | undefined,
  erasedId: string | undefined,
) => Promise<string>;

/**
 * Finds the user of an event: by our own id, by the IBAN of a wallet, otherwise by the account. An erased user gets
 * nothing: the event is not stored for an owner, and its money at most pays debts.
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
        log.error("bank event: the user is erased, a staff member must look", {
          eventId: event.eventId,
          type: event.type,
        });
        return `${outcome}, its owner was erased`;
      }
      log.warn("bank event: unknown user, stored with its account", {
        eventId: event.eventId,
        type: event.type,
        accountId,
      });
      if (accountId === undefined) return outcome;
      await store(accountId, event);
      return `${outcome}, kept for the account's owner`;
    });

/** The next attempt finds that the user is erased. */
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

/** Stores an event with its account. @throws ConditionFailed if the owner became known concurrently */
const store = (accountId: string, event: BankEvent): Promise<void> =>
  Table.commit([
    { put: unassignedEvent.item({ accountId, eventId: event.eventId, body: JSON.stringify(event) }) },
    { check: bankAccount.key({ accountId }), where: Where.lacks("userId") },
  ]);

/**
 * Handles the events that are stored for an account's owner, and deletes them. A failed event stays, and the others are
 * still handled.
 * @returns the number of events
 * @throws the first error of `handle`, after all events were tried
 */
export async function assign(
  accountId: string,
  handle: (event: BankEvent) => Promise<unknown>,
): Promise<number> {
  const stored = await listAll(unassignedEvent, { accountId });
  const problems: unknown[] = [];
  for (const { eventId, body } of stored) {
    try {
      await handle(JSON.parse(body));
      await Table.remove(unassignedEvent.key({ accountId, eventId }));
    } catch (error) {
      log.error("bank event: a stored event failed, it stays for the next attempt", { eventId, error });
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
  return stored.length;
}
