import type { BankEvent } from "../inbound/bank.ts";
import * as Table from "../platform/table.ts";
import { bankAccount, waitingEvent } from "./entity.ts";

/** Events on accounts of which nobody knows whose they are: kept, and carried out again once that is known. */

const MAX_ATTEMPTS = 10;

/**
 * Lets an event wait for its account's owner.
 * @returns false where the owner has become known meanwhile: then nobody would wake it
 */
export async function park(accountId: string, event: BankEvent): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await Table.transact([
        { put: { ...waitingEvent.key({ accountId, eventId: event.eventId }), body: JSON.stringify(event) } },
        { check: bankAccount.key({ accountId }), condition: "attribute_not_exists(userId)" },
      ]);
      return true;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      if (error.refusals[1]?.code === "ConditionalCheckFailed") return false;
      if (!error.transient || attempt === MAX_ATTEMPTS) throw error;
      await Table.pause(attempt);
    }
  }
}

/**
 * Carries out what has waited for an account's owner, and forgets it. Whoever dies in between does it again.
 * @returns how many events
 * @throws what `carryOut` throws: what is left waits on
 */
export async function wake(
  accountId: string,
  carryOut: (event: BankEvent) => Promise<unknown>,
): Promise<number> {
  const items = await Table.queryAll({
    pk: waitingEvent.partition({ accountId }),
    beginsWith: "WAITING#",
  });
  for (const item of items) {
    const event = JSON.parse(String(item["body"])) as BankEvent;
    await carryOut(event);
    await Table.remove(waitingEvent.key({ accountId, eventId: event.eventId }));
  }
  return items.length;
}
