import type * as z from "zod";
import { isClosed } from "../identity/user.ts";
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
 * Handles events about unknown users. Their money goes to `suspense`, and the events are stored with their account. Once
 * the account's owner is known, they are handled again, which assigns the money to the owner.
 */

/** Handles an event. `userId` is undefined if the user is unknown, or erased (`erasedId`). */
export type OwnedHandler = (
  event: BankEvent,
  userId: string | undefined,
  erasedId: string | undefined,
) => Promise<string>;

/**
 * Finds the user of an event by our own id, by the IBAN of a wallet, or else by the account. The event of an erased user
 * is not stored for an owner, and its money only pays debts.
 */
export const forOwner =
  (handle: OwnedHandler): BankHandler =>
  (event) =>
    Table.retry(async () => {
      const ids = subject.parse(event.data);
      const named = await ownerOf(ids);
      const owner = named === undefined ? undefined : await Users.fromId(named);
      const isErased = owner !== undefined && isClosed(owner);
      const userId = isErased ? undefined : named;
      const outcome = await handle(event, userId, isErased ? named : undefined).catch(retryIfErased);
      if (userId !== undefined) return outcome;
      const { accountId } = ids;
      const { eventId, type } = event;
      if (isErased) {
        log.error(
          "bank event: its user is erased; only money is booked, first to the user's debts; review the user's flags in the admin queue, if any",
          {
            eventId,
            type,
            userId: named,
          },
        );
        return `${outcome}, its owner was erased`;
      }
      if (accountId === undefined) {
        log.warn(
          "bank event: names no known user and no account, so it is not handled again later; if type is a transfer, assign its money in the admin queue, otherwise compare it with the bank",
          {
            eventId,
            type,
          },
        );
        return outcome;
      }
      // Fails with ConditionFailed, and is retried, if the owner became known concurrently.
      await Table.commit([
        { put: unassignedEvent.item({ accountId, eventId, body: JSON.stringify(event) }) },
        { check: bankAccount.key({ accountId }), where: Where.lacks("userId") },
      ]);
      log.warn("bank event: the user is unknown; stored until an event names the account's owner", {
        eventId,
        type,
        accountId,
      });
      return `${outcome}, stored for the account's owner`;
    });

/** Turns OwnerErased into ConditionFailed, so that `Table.retry` runs the handler again and finds the user erased. @throws the error */
function retryIfErased(error: unknown): never {
  throw error instanceof OwnerErased ? new Table.ConditionFailed(undefined, { cause: error }) : error;
}

async function ownerOf({ userId, iban, accountId }: z.output<typeof subject>): Promise<string | undefined> {
  if (userId !== undefined && (await Users.fromId(userId))) return userId;
  const account = iban === undefined ? undefined : await Table.find(accountIban, { iban });
  const named = account && parseWalletId(account.walletId);
  if (named) return named.userId;
  return accountId === undefined ? undefined : (await Accounts.findAccount(accountId))?.userId;
}

/**
 * Handles and deletes the events that are stored for an account's owner. A failed event remains stored and does not stop
 * the others.
 * @returns the number of events
 * @throws the first error of `handle`, after all events were tried
 */
export async function assignStored(
  accountId: string,
  handle: (event: BankEvent) => Promise<unknown>,
): Promise<number> {
  const stored = await listAll(unassignedEvent, { accountId });
  const errors: unknown[] = [];
  for (const { eventId, body } of stored) {
    try {
      await handle(JSON.parse(body));
      await Table.remove(unassignedEvent.key({ accountId, eventId }));
    } catch (error) {
      log.error(
        "bank event: a stored event failed; it stays stored and is tried again when the queue redelivers the bank's event about the account; if that becomes a dead letter, fix the error and redrive",
        {
          accountId,
          eventId,
          error,
        },
      );
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return stored.length;
}
