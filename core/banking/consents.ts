import * as z from "zod";
import type { BankEvent } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { bankConsent } from "./entity.ts";
import { id, subject, wellFormed } from "./fields.ts";
import * as LatestEvent from "./latest-event.ts";
import type { Consent, ConsentStatus } from "./schema.ts";

/** Consents to reach accounts at the bank (DSP2): granted, refused, expired. */

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
export async function find(consentId: string): Promise<Consent | undefined> {
  const consent = await Table.find(bankConsent, { consentId });
  const isOver = consent?.expiresAt !== undefined && consent.expiresAt <= Clock.nowIso();
  return consent?.status === "granted" && isOver ? { ...consent, status: "expired" } : consent;
}

/**
 * Takes over what an event says of a consent; the latest event prevails.
 * @param userId whose it is, where that is known
 * @throws ZodError when the event names no consent
 */
export async function follow(event: BankEvent, status: ConsentStatus, userId: string | undefined) {
  const { consentId, scopes, expiresAt } = consentEvent.parse(event.data);
  const { accountId } = subject.parse(event.data);
  const key = bankConsent.key({ consentId });
  return LatestEvent.follow<Consent>(bankConsent, key, event, (before, isLatest) => {
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
