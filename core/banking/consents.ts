import * as z from "zod";
import type { BankEvent } from "../inbound/bank.ts";
import { positionOf } from "../inbound/position.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { change, hearing } from "./change.ts";
import { bankConsent } from "./entity.ts";
import { id, subject } from "./reading.ts";
import { type Consent, type ConsentStatus, consentItem } from "./schema.ts";

/** Consents to reach accounts at the bank (DSP2): granted, refused, expired. */

const told = z.looseObject({
  consentId: id,
  scopes: z
    .array(
      z
        .string()
        .max(100)
        .transform((given) => given.toWellFormed()),
    )
    .max(50)
    .optional()
    .catch(undefined),
  expiresAt: z
    .string()
    .refine((given) => !Number.isNaN(Date.parse(given)))
    .transform((given) => new Date(given).toISOString())
    .optional()
    .catch(undefined),
});

/** The consent of that id as it is now, or undefined. One whose end has come is expired, whether or not the bank has said so. */
export async function find(consentId: string): Promise<Consent | undefined> {
  const item = await Table.get(bankConsent.key({ consentId }));
  if (!item) return undefined;
  const consent = consentItem.parse(item);
  const isOver = consent.expiresAt !== undefined && consent.expiresAt <= Clock.nowIso();
  return consent.status === "granted" && isOver ? { ...consent, status: "expired" } : consent;
}

/**
 * Takes over what an event says of a consent; the latest event prevails.
 * @param userId whose it is, where that is known
 * @throws ZodError when the event names no consent
 */
export async function follow(
  event: BankEvent,
  status: ConsentStatus,
  userId: string | undefined,
): Promise<Omit<Consent, "version">> {
  const { consentId, scopes, expiresAt } = told.parse(event.data);
  const { accountId } = subject.parse(event.data);
  const position = positionOf(event);
  return change(bankConsent.key({ consentId }), consentItem.parse, (before) => {
    const heard = hearing(before, event.eventId);
    const isLatest = before === undefined || (heard !== undefined && before.position <= position);
    const [newer, older] = isLatest ? [{ scopes, expiresAt }, before] : [before, { scopes, expiresAt }];
    return {
      consentId,
      status: isLatest ? status : before.status,
      userId: before?.userId ?? userId,
      accountId: before?.accountId ?? accountId,
      scopes: newer.scopes ?? older?.scopes ?? [],
      expiresAt: newer.expiresAt ?? older?.expiresAt,
      position: isLatest ? position : before.position,
      heard: heard ?? before?.heard ?? [],
      updatedAt: Clock.nowIso(),
    };
  });
}
