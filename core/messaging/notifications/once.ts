import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { toldEvent } from "../entity.ts";

/** Longer than a function may run; shorter than the queue hides a message: the next try finds it free. */
const CLAIM_MS = 30_000;
const KEPT_SECONDS = 30 * DAY_SECONDS;

interface Telling {
  readonly eventId: string;
  /** By which way, to the telephone where there are several. */
  readonly channel: string;
}

/**
 * Tells an event by a channel, unless that was done. Two at once tell it once. Whoever dies between telling and
 * recording it tells it a second time: better twice than never.
 * @param tell answers whether it was told; it hears whether it is tried again, after a try that failed
 * @returns whether this call told it
 * @throws SERVICE_UNAVAILABLE while another delivery of it is being worked on; what `tell` throws
 */
export async function once(telling: Telling, tell: (attempt: Attempt) => Promise<boolean>): Promise<boolean> {
  const attempt = await claim(telling);
  if (!attempt) return false;
  const isTold = await tell(attempt);
  await Table.update(toldEvent.key(telling), { set: { sentAt: Clock.nowIso() } });
  return isTold;
}

export interface Attempt {
  readonly isAgain: boolean;
}

/** Takes the telling for oneself. @returns undefined when it was done before */
async function claim(telling: Telling): Promise<Attempt | undefined> {
  const nowMs = Clock.nowMs();
  const ttl = Clock.nowSeconds() + KEPT_SECONDS;
  const item = toldEvent.item({ ...telling, claimedUntilMs: nowMs + CLAIM_MS, ttl });
  if (await Table.ignoreConditionFailure(Table.put(item, Where.absent).then(() => true)))
    return { isAgain: false };
  const expired = Where.all(Where.lacks("sentAt"), Where.atMost("claimedUntilMs", nowMs));
  try {
    await Table.put(item, expired);
    return { isAgain: true };
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    if (error.item && toldEvent.parse(error.item).sentAt !== undefined) return undefined;
    throw fail(Unavailable, {
      message: text("This event is being sent already.", "Cet événement est déjà en cours d'envoi."),
    });
  }
}
