import * as z from "zod";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Mail from "../../platform/mail.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { emailedEvent } from "./entity.ts";
import { withLink } from "./links.ts";
import type { Template } from "./templates/template.ts";
import { templateFor } from "./templates.ts";

/** Notifications: a user learns by e-mail what happened to the account. */

/** Longer than a function may run; shorter than the queue hides a message: the next try finds it free. */
const CLAIM_MS = 30_000;
const KEPT_SECONDS = 30 * 86_400;

/**
 * Takes the event for oneself. @returns false when it was sent before
 * @throws SERVICE_UNAVAILABLE while another delivery of it is being worked on
 */
async function claim(eventId: string): Promise<boolean> {
  const nowMs = Clock.nowMs();
  const ttl = Clock.nowSeconds() + KEPT_SECONDS;
  const expired = Where.all(Where.lacks("sentAt"), Where.atMost("claimedUntilMs", nowMs));
  try {
    const item = emailedEvent.item({ eventId, claimedUntilMs: nowMs + CLAIM_MS, ttl });
    await Table.put(item, Where.any(Where.absent, expired));
    return true;
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    if (error.item && emailedEvent.parse(error.item).sentAt !== undefined) return false;
    throw fail(Unavailable, { message: "This event is being sent already." });
  }
}

/** What happens in the test ledger is nobody's money: there is no e-mail of it. */
const isTest = ({ payload }: Event): boolean =>
  z.object({ mode: z.literal("test") }).safeParse(payload).success;

/**
 * Sends the user an e-mail of an event that has a template. A second delivery does nothing; two at once send
 * one e-mail. Whoever dies between sending and recording it sends it a second time: better twice than never.
 * @returns whether an e-mail was sent
 */
export async function notify(event: Event): Promise<boolean> {
  const template = templateFor(event.type);
  if (!template || isTest(event)) return false;
  if (!(await claim(event.id))) return false;
  const told = await withLink(event);
  const isSent = told !== undefined && (await send(told, template));
  await Table.update(emailedEvent.key({ eventId: event.id }), { set: { sentAt: Clock.nowIso() } });
  return isSent;
}

/** Sends a letter, where its user wants it. @returns whether it was */
async function send(event: Event, template: Template): Promise<boolean> {
  const { userId, to } = template.payload.parse(event.payload);
  const user = await Users.fromId(userId);
  if (!user || !(template.security || user.preferences.notifications)) return false;
  // Whoever reads at another address than the account's may be a stranger to it.
  const reader = to === undefined || to === user.email ? user : { ...user, emailVerified: undefined };
  await Mail.send({ to: to ?? user.email, ...template.write(event, reader) });
  return true;
}
