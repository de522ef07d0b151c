import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import * as z from "zod";
import * as Users from "../identity/users.ts";
import type { BankEvent } from "../inbound/bank.ts";
import { positionOf } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { bankAccount, bankConsent } from "./entity.ts";
import { id, subject, text, wellFormed } from "./event-data.ts";
import type { Account, AccountStatus, Consent, ConsentStatus, tracked } from "./schema.ts";

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
export const findAccount = (accountId: string): Promise<Account | undefined> =>
  Table.find(bankAccount, { accountId });

/**
 * Takes over what an event says of an account. The latest event sets the state, but a closed account stays
 * closed.
 * @returns the account after
 * @throws ZodError when the event names no account
 */
export async function followAccount(event: BankEvent, status: AccountStatus) {
  const { accountId, userId, iban, currency } = accountEvent.parse(event.data);
  const owner = userId !== undefined && (await Users.fromId(userId)) ? userId : undefined;
  if (userId !== owner) log.warn("an event gives an account at the bank to an unknown user", { accountId });
  const key = bankAccount.key({ accountId });
  const account = await applyEvent<Account>(bankAccount, key, event, (before, isLatest) => {
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

const consentEvent = z.looseObject({
  consentId: id,
  scopes: z.array(wellFormed(100)).max(50).optional().catch(undefined),
  expiresAt: z
    .string()
    .refine((time) => !Number.isNaN(Date.parse(time)))
    .transform((time) => new Date(time).toISOString())
    .optional()
    .catch(undefined),
});

/** The consent as it is now: it expires at its end, whether or not the bank has said so. */
export async function findConsent(consentId: string): Promise<Consent | undefined> {
  const consent = await Table.find(bankConsent, { consentId });
  const isOver = consent?.expiresAt !== undefined && consent.expiresAt <= Clock.nowIso();
  return consent?.status === "granted" && isOver ? { ...consent, status: "expired" } : consent;
}

/**
 * Takes over what an event says of a consent; the latest event prevails.
 * @param userId whose it is, where that is known
 * @throws ZodError when the event names no consent
 */
export async function followConsent(event: BankEvent, status: ConsentStatus, userId: string | undefined) {
  const { consentId, scopes, expiresAt } = consentEvent.parse(event.data);
  const { accountId } = subject.parse(event.data);
  const key = bankConsent.key({ consentId });
  return applyEvent<Consent>(bankConsent, key, event, (before, isLatest) => {
    const [newer, older] = isLatest ? [{ scopes, expiresAt }, before] : [before, { scopes, expiresAt }];
    return {
      consentId,
      status: isLatest || !before ? status : before.status,
      userId: before?.userId ?? userId,
      accountId: before?.accountId ?? accountId,
      scopes: newer?.scopes ?? older?.scopes ?? [],
      expiresAt: newer?.expiresAt ?? older?.expiresAt,
    };
  });
}

type Tracked = z.output<typeof tracked>;

/** How many events are remembered of one item: it changes a few times in its life. */
const MAX_EVENT_IDS = 20;

/**
 * Takes an event over into an item.
 * @param next makes the item's own attributes; it may be called more than once
 * @throws CONTENTION
 */
export const applyEvent = <T extends Tracked>(
  entity: { parse(item: Table.Item): T },
  key: Key,
  event: BankEvent,
  next: (before: T | undefined, isLatest: boolean) => Omit<T, keyof Tracked>,
): Promise<Omit<T, keyof Tracked>> =>
  Table.change(
    () => Table.get(key),
    (item) => {
      const before = item && entity.parse(item);
      const { eventIds = [], version = 0n } = before ?? {};
      const isNew = !eventIds.includes(event.eventId);
      const position = positionOf(event);
      const isLatest = before === undefined || (isNew && before.position < position);
      const result = next(before, isLatest);
      const put = {
        ...result,
        position: isLatest ? position : before.position,
        eventIds: isNew ? [...eventIds, event.eventId].slice(-MAX_EVENT_IDS) : eventIds,
        updatedAt: Clock.nowIso(),
        version: version + 1n,
        ...key,
      };
      return { writes: [{ put, where: before ? Where.is({ version }) : Where.absent }], result };
    },
  );
