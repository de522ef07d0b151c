import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import * as z from "zod";
import * as Users from "../identity/users.ts";
import type { BankEvent } from "../inbound/bank.ts";
import { positionOf } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import type { Entity, Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { bankAccount, bankConsent } from "./entity.ts";
import { id, optionalText, subject, wellFormed } from "./event-data.ts";
import {
  type Account,
  type AccountStatus,
  bankAccountStates,
  type Consent,
  type ConsentStatus,
  type Tracked,
} from "./schema.ts";

/** Stores accounts at the bank, and consents to access them (DSP2), as the bank's latest events state them. */

const accountEvent = z.looseObject({
  accountId: id,
  userId: id.optional().catch(undefined),
  /** With or without spaces. */
  iban: z
    .string()
    .transform((value) => electronicFormatIBAN(value) ?? "")
    .refine((iban) => isValidIBAN(iban))
    .optional()
    .catch(undefined),
  currency: optionalText(3),
});

/** Returns the account of an id, or undefined if no event named it. */
export const findAccount = (accountId: string): Promise<Account | undefined> =>
  Table.find(bankAccount, { accountId });

/**
 * Applies an event to an account. The latest event sets the status, but a closed account stays closed.
 * @returns the account after the event
 * @throws ZodError if the event names no account; CONTENTION
 */
export async function applyAccountEvent(event: BankEvent, status: AccountStatus) {
  const { accountId, userId, iban, currency } = accountEvent.parse(event.data);
  const owner = userId !== undefined && (await Users.fromId(userId)) ? userId : undefined;
  if (userId !== owner)
    log.warn(
      "bank account: the event names an unknown user, applied without the user; ask the bank for the right user id",
      {
        accountId,
        eventId: event.eventId,
        userId,
      },
    );
  const key = bankAccount.key({ accountId });
  const account = await applyEvent<Account>(bankAccount, key, event, (before, isLatest) => {
    const [newer, older] = isLatest ? [{ iban, currency }, before] : [before, { iban, currency }];
    return {
      accountId,
      status: statusAfter(before, status, isLatest),
      userId: before?.userId ?? owner,
      iban: newer?.iban ?? older?.iban,
      currency: newer?.currency ?? older?.currency,
    };
  });
  if (owner !== undefined && account.userId !== owner)
    log.error(
      "bank account: the event names another user, the first owner stays; ask the bank which of them is right",
      {
        accountId,
        eventId: event.eventId,
      },
    );
  return account;
}

/** The latest event sets the status. A closing event does so even if it is older than others. */
function statusAfter(before: Account | undefined, event: AccountStatus, isLatest: boolean): AccountStatus {
  const isApplied = isLatest || event === "closed";
  const next = isApplied ? bankAccountStates.next(before?.status ?? "none", event) : undefined;
  return next ?? before?.status ?? event;
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

/**
 * Applies an event to a consent. The latest event prevails.
 * @param userId the consent's user, if known
 * @throws ZodError if the event names no consent; CONTENTION
 */
export async function applyConsentEvent(event: BankEvent, status: ConsentStatus, userId: string | undefined) {
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

/** The number of the latest applied event ids that an item stores. */
const MAX_EVENT_IDS = 20;

/**
 * Applies an event to an item that tracks its latest event.
 * @param next returns the item's own attributes. It may run more than once
 * @throws CONTENTION
 */
const applyEvent = <T extends Tracked>(
  entity: Pick<Entity, "unchanged"> & { parse(item: Table.Item): T },
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
      return { writes: [{ put, where: entity.unchanged(before) }], result };
    },
  );
