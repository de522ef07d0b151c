import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { sentEvent } from "../entity.ts";

/** Longer than a function may run, and shorter than the queue hides a message, so that a retry finds the claim expired. */
const CLAIM_MS = 30_000;
const RETENTION_SECONDS = 30 * DAY_SECONDS;

interface Sending {
  readonly eventId: string;
  /** The channel. For push, it includes the session of the device. */
  readonly channel: string;
}

export interface Attempt {
  /** Whether an earlier attempt did not finish. */
  readonly isRetry: boolean;
}

/**
 * Sends an event by a channel unless it was sent already. Concurrent calls send it once. A process that dies between
 * sending and recording makes the next attempt send it a second time.
 * @param send returns whether a message was sent
 * @returns whether this call sent a message
 * @throws SERVICE_UNAVAILABLE while another delivery of the event is being processed; the errors of `send`
 */
export async function once(sending: Sending, send: (attempt: Attempt) => Promise<boolean>): Promise<boolean> {
  const attempt = await claim(sending);
  if (!attempt) return false;
  const isSent = await send(attempt);
  await Table.update(sentEvent.key(sending), { set: { sentAt: Clock.nowIso() } });
  return isSent;
}

/** Claims an event for this process. @returns undefined if it was processed before */
async function claim(sending: Sending): Promise<Attempt | undefined> {
  const nowMs = Clock.nowMs();
  const ttl = Clock.nowSeconds() + RETENTION_SECONDS;
  const item = sentEvent.item({ ...sending, claimedUntilMs: nowMs + CLAIM_MS, ttl });
  if (await Table.ignoreConditionFailure(Table.put(item, Where.absent).then(() => true)))
    return { isRetry: false };
  const expired = Where.all(Where.lacks("sentAt"), Where.atMost("claimedUntilMs", nowMs));
  try {
    await Table.put(item, expired);
    return { isRetry: true };
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    if (error.item && sentEvent.parse(error.item).sentAt !== undefined) return undefined;
    throw fail(Unavailable, {
      message: text("This event is being sent already.", "Cet événement est déjà en cours d'envoi."),
    });
  }
}
