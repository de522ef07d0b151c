import * as z from "zod";
import * as Users from "../identity/users.ts";
import type { BankEvent } from "../inbound/bank.ts";
import { positionOf } from "../inbound/position.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { change, hearing } from "./change.ts";
import { bankAccount } from "./entity.ts";
import { id, text } from "./reading.ts";
import { type Account, type AccountStatus, accountItem } from "./schema.ts";

/** Accounts at the bank: opened, suspended, closed, and whose they are. */

const told = z.looseObject({
  accountId: id,
  userId: id.optional().catch(undefined),
  /** At most 34 characters (ISO 13616), with or without spaces. */
  iban: z
    .string()
    .transform((given) => given.replace(/\s/g, "").toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/))
    .optional()
    .catch(undefined),
  currency: text(3),
});

/** The account of that id, or undefined where no event told of it. */
export async function find(accountId: string): Promise<Account | undefined> {
  const item = await Table.get(bankAccount.key({ accountId }));
  return item && accountItem.parse(item);
}

/**
 * Takes over what an event says of an account. The latest event sets the state, but a closed account stays closed.
 * @returns the account after
 * @throws ZodError when the event names no account
 */
export async function follow(event: BankEvent, status: AccountStatus): Promise<Omit<Account, "version">> {
  const { accountId, userId, iban, currency } = told.parse(event.data);
  const owner = userId !== undefined && (await Users.fromId(userId)) ? userId : undefined;
  if (userId !== owner)
    log.warn("an account at the bank is said to be of a user that there is not", { accountId });
  const position = positionOf(event);
  const account = await change(bankAccount.key({ accountId }), accountItem.parse, (before) => {
    const heard = hearing(before, event.eventId);
    const isLatest = before === undefined || (heard !== undefined && before.position < position);
    const [newer, older] = isLatest ? [{ iban, currency }, before] : [before, { iban, currency }];
    return {
      accountId,
      status: stateAfter(before, isLatest ? status : before.status, status),
      userId: before?.userId ?? owner,
      iban: newer.iban ?? older?.iban,
      currency: newer.currency ?? older?.currency,
      position: isLatest ? position : before.position,
      heard: heard ?? before?.heard ?? [],
      updatedAt: Clock.nowIso(),
    };
  });
  if (owner !== undefined && account.userId !== owner)
    log.error("an account at the bank is said to be of another user than before; it stays with the first", {
      accountId,
      eventId: event.eventId,
    });
  return account;
}

/** Closed is for good, also where the closing is older than what came before it. */
const stateAfter = (
  before: Account | undefined,
  latest: AccountStatus,
  told: AccountStatus,
): AccountStatus => (before?.status === "closed" || told === "closed" ? "closed" : latest);
