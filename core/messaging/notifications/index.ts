import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Mail from "../../platform/mail.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notice } from "./entity.ts";
import { letterFor } from "./letters.ts";

/** Notifications: a user learns by e-mail what happened to the account. */

/** Longer than a function may run; shorter than the queue hides a message, so that the next try finds it free. */
const CLAIM_MS = 30_000;
const KEPT_SECONDS = 30 * 86_400;

/**
 * Takes the event for oneself. @returns false when it was told before
 * @throws SERVICE_UNAVAILABLE while another delivery of it is being worked on
 */
async function claim(eventId: string): Promise<boolean> {
  const nowMs = Clock.nowMs();
  try {
    await Table.put(
      {
        ...notice.key({ eventId }),
        claimedUntilMs: nowMs + CLAIM_MS,
        ttl: Clock.nowSeconds() + KEPT_SECONDS,
      },
      {
        condition: "attribute_not_exists(pk) OR (attribute_not_exists(toldAt) AND claimedUntilMs <= :now)",
        values: { ":now": nowMs },
      },
    );
    return true;
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    if (error.item?.["toldAt"] !== undefined) return false;
    throw fail(Unavailable, { message: "This event is being told already." });
  }
}

const told = (eventId: string) =>
  Table.update({
    key: notice.key({ eventId }),
    update: "SET toldAt = :now",
    values: { ":now": Clock.nowIso() },
  });

/**
 * Tells the user of an event, if it is one that users are told of. A delivery after it was told does nothing; two at once
 * send one e-mail. Whoever dies between sending and recording it sends it a second time: better twice than never.
 * @returns whether an e-mail was sent
 */
export async function tell(event: Event): Promise<boolean> {
  const letter = letterFor(event.type);
  if (!letter) return false;
  const { userId } = letter.payload.parse(event.payload);
  if (!(await claim(event.id))) return false;
  const user = await Users.fromId(userId);
  const wanted = user && (letter.security || user.preferences.notifications);
  if (wanted) await Mail.send({ to: user.email, ...letter.write(event, user) });
  await told(event.id);
  return wanted === true;
}
