import type { BankEvent } from "../inbound/bank.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { bankAccount, waitingEvent } from "./entity.ts";

/** Events on accounts of which nobody knows whose they are: kept, and carried out again once that is known. */

/**
 * Lets an event wait for its account's owner.
 * @returns false where the owner has become known meanwhile: then nobody would wake it
 */
export async function park(accountId: string, event: BankEvent): Promise<boolean> {
  const known = await Table.transactPatiently(
    [
      { put: { ...waitingEvent.key({ accountId, eventId: event.eventId }), body: JSON.stringify(event) } },
      { check: bankAccount.key({ accountId }), condition: "attribute_not_exists(userId)" },
    ],
    (refused) => refused.unmet(1),
  );
  return !known;
}

/**
 * Carries out what has waited for an account's owner, and forgets it. Whoever dies in between does it again. One that fails holds up
 * no other.
 * @returns how many events
 * @throws what `carryOut` threw first, once all were tried: what failed waits on
 */
export async function wake(
  accountId: string,
  carryOut: (event: BankEvent) => Promise<unknown>,
): Promise<number> {
  const items = await Table.queryAll({
    pk: waitingEvent.partition({ accountId }),
    beginsWith: "WAITING#",
  });
  const problems: unknown[] = [];
  for (const item of items) {
    const event = JSON.parse(String(item["body"])) as BankEvent;
    try {
      await carryOut(event);
      await Table.remove(waitingEvent.key({ accountId, eventId: event.eventId }));
    } catch (error) {
      log.error("an event of the bank that waited fails", {
        eventId: event.eventId,
        type: event.type,
        error,
      });
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
  return items.length;
}
