import * as z from "zod";
import type { Channel } from "../../identity/preferences/schema.ts";
import { isMisleadingName } from "../../identity/profile/public-name.ts";
import { isClosed, type User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import { pattern } from "../../kernel/ids/index.ts";
import * as Mail from "../../platform/mail.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as PushPort from "../../platform/push.ts";
import * as Push from "../push/index.ts";
import * as History from "./history.ts";
import { withLink } from "./links.ts";
import { once } from "./once.ts";
import type { Template } from "./templates/template.ts";
import { templateFor } from "./templates.ts";
import { isTexted, textMessage } from "./text-message.ts";

/**
 * Notifies users of events on their accounts. An event has a category and a text; the user's preferences state the
 * channels of each category. Each channel sends an event once, and is retried independently of the others.
 */

/** Returns whether an event happened in a sandbox, of which users are not notified. */
const isTest = ({ payload }: Event): boolean =>
  z.object({ mode: z.string().startsWith("test_") }).safeParse(payload).success;

/** `userId` is missing if a request named only an email address: `withLink` finds the account then. */
const addressee = z.object({ userId: z.string().optional(), ownershipId: z.string().optional() });

/**
 * Returns the user to notify. Undefined if the account is closed for an erasure, or was handed over after the event. A message never
 * greets by a misleading name, verified or not: a mail program would turn a domain into a link, and a masked address as well.
 */
async function recipientOf({ payload }: Event): Promise<User | undefined> {
  const { userId = "", ownershipId } = addressee.parse(payload);
  const user = await Users.fromId(userId);
  if (!user || isClosed(user)) return undefined;
  if (ownershipId !== undefined && ownershipId !== user.ownershipId) return undefined;
  return { ...user, name: (await isMisleadingName(user.name)) ? "" : user.name };
}

/**
 * Notifies a user of an event that has a template. Idempotent by the event's id.
 * @returns the channels that this call sent a message by
 * @throws the first error of a channel, after all channels have ended
 */
export async function notify(event: Event): Promise<(Channel | "sms")[]> {
  if (isTexted(event)) return (await textMessage(event)) ? ["sms"] : [];
  const template = templateFor(event.type);
  if (!template || isTest(event)) return [];
  const { userId } = addressee.parse(event.payload);
  if (userId === undefined) return (await sendEmail(event, template)) ? ["email"] : [];
  const user = await recipientOf(event);
  if (!user) return [];
  const wanted = template.channels.filter((one) => user.notificationPreferences[template.category][one]);
  const isSent = await allOf(wanted.map((one) => senders[one](event, user, template)));
  return wanted.filter((_, index) => isSent[index]);
}

/** Waits until all promises are settled. @throws the first error */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Sends an event's email, with its link if it has one. @returns whether an email was sent */
const sendEmail = (event: Event, template: Template): Promise<boolean> =>
  once({ eventId: event.id, channel: "email" }, async (attempt) => {
    const linked = await withLink(event, attempt);
    if (!linked) return false;
    const { to } = template.payload.parse(linked.payload);
    const user = await recipientOf(linked);
    if (!user) return false;
    // The reader at an address other than the account's may be a stranger to the account.
    const reader = to === undefined || to === user.email ? user : { ...user, emailVerified: undefined };
    const { subject, text } = template.write(linked, reader);
    await Mail.send({ to: to ?? user.email, subject, text });
    return true;
  });

const streamed = z.object({ notificationId: z.string().regex(pattern("notification")) });

/** Returns the id of an event's notice. An event that is also in the notification stream has a `notificationId` in its payload, and the notice gets the same id. */
const noticeIdOf = (event: Event): string =>
  streamed.safeParse(event.payload).data?.notificationId ?? History.noticeIdOf(event);

type Sender = (event: Event, user: User, template: Template) => Promise<boolean>;

const storeInApp: Sender = (event, user, template) => {
  const { subject, short } = template.write(event, user);
  return History.store(user, noticeIdOf(event), event, {
    category: template.category,
    title: subject,
    body: short,
  });
};

/** Sends an event to every device. Each device is retried independently of the others. */
const sendPush: Sender = async (event, user, template) => {
  const devices = await Push.reachableDevices(user);
  const isSent = await allOf(devices.map((one) => pushTo(one, event, user, template)));
  return isSent.includes(true);
};

const pushTo = (to: Push.Registration, event: Event, user: User, template: Template): Promise<boolean> =>
  once({ eventId: event.id, channel: `push ${to.sessionId}` }, async () => {
    // Other people may see the screen of a locked device.
    const { hideBalances } = user.preferences;
    const { subject, short } = template.write(event, user, { hideAmounts: hideBalances });
    const data = { notificationId: noticeIdOf(event), type: event.type, userId: user.userId };
    const category = template.category;
    const sent = await PushPort.send(to, { title: subject, body: short, data: { ...data, category } });
    if (sent === "no push") return false;
    if (sent === "dead") {
      await Push.remove(to);
      return false;
    }
    if (sent.endpointArn !== to.endpointArn) await Push.storeEndpoint(to, sent.endpointArn);
    return true;
  });

const senders: Readonly<Record<Channel, Sender>> = {
  email: (event, _user, template) => sendEmail(event, template),
  push: sendPush,
  inApp: storeInApp,
};
