import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import * as z from "zod";
import * as Users from "../identity/users.ts";
import type { BankEvent } from "../inbound/bank.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { bankAccount } from "./entity.ts";
import { id, text } from "./fields.ts";
import * as LatestEvent from "./latest-event.ts";
import type { Account, AccountStatus } from "./schema.ts";

/** Accounts at the bank: opened, suspended, closed, and whose they are. */

const accountEvent = z.looseObject({
  accountId: id,
  userId: id.optional().catch(undefined),
  /** With or without spaces. */
  iban: z
    .string()
    .transform((written) => electronicFormatIBAN(written) ?? "")
    .refine((iban) => isValidIBAN(iban))
    .optional()
    .catch(undefined),
  currency: text(3),
});

/** The account of that id, or undefined where no event named it. */
export const find = (accountId: string): Promise<Account | undefined> =>
  Table.find(bankAccount, { accountId });

/**
 * Takes over what an event says of an account. The latest event sets the state, but a closed account stays
 * closed.
 * @returns the account after
 * @throws ZodError when the event names no account
 */
export async function follow(event: BankEvent, status: AccountStatus) {
  const { accountId, userId, iban, currency } = accountEvent.parse(event.data);
  const owner = userId !== undefined && (await Users.fromId(userId)) ? userId : undefined;
  if (userId !== owner) log.warn("an event gives an account at the bank to an unknown user", { accountId });
  const key = bankAccount.key({ accountId });
  const account = await LatestEvent.follow<Account>(bankAccount, key, event, (before, isLatest) => {
    const [newer, older] = isLatest ? [{ iban, currency }, before] : [before, { iban, currency }];
    return {
      accountId,
      status: stateAfter(before, status, isLatest),
      userId: before?.userId ?? owner,
      iban: newer?.iban ?? older?.iban,
      currency: newer?.currency ?? older?.currency,
    };
  });
  if (owner !== undefined && account.userId !== owner)
    log.error("an event gives an account at the bank to another user; it stays with the first", {
      accountId,
      eventId: event.eventId,
    });
  return account;
}

/** Closed is for good, also where the closing is older than what came before it. */
function stateAfter(before: Account | undefined, status: AccountStatus, isLatest: boolean): AccountStatus {
  if (before?.status === "closed" || status === "closed") return "closed";
  return isLatest || !before ? status : before.status;
}
