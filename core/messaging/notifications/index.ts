import * as z from "zod";
import type { Channel } from "../../identity/preferences/schema.ts";
import { isGone, type User } from "../../identity/user.ts";
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
 * Notifications: the one place that tells a user what happened to the account. An event has a category and a
 * text; the user's preferences say by which channels that category is told. Each channel is told of an event
 * once, and one that fails is tried again without the others.
 */

/** What happens in a sandbox is nobody's money: nobody is told of it. */
const isTest = ({ payload }: Event): boolean =>
  z.object({ mode: z.string().startsWith("test_") }).safeParse(payload).success;

/** Whom an event is told to. Of what is asked for by an address alone, its letter finds out. */
const addressee = z.object({ userId: z.string().optional(), ownershipId: z.string().optional() });

/**
 * The user of an event; undefined where nobody is told: whom it is about has handed the account over since, or is erased,
 * and what comes then is told to nobody and kept for nobody.
 */
async function toldOf({ payload }: Event): Promise<User | undefined> {
  const { userId = "", ownershipId } = addressee.parse(payload);
  const user = await Users.fromId(userId);
  if (!user || isGone(user)) return undefined;
  return ownershipId === undefined || ownershipId === user.ownershipId ? user : undefined;
}

/**
 * Tells a user of an event that there is a text for. A second delivery does nothing.
 * @returns the channels that were told by this call
 * @throws the first error of a channel, once all others are done
 */
export async function notify(event: Event): Promise<(Channel | "sms")[]> {
  if (isTexted(event)) return (await textMessage(event)) ? ["sms"] : [];
  const template = templateFor(event.type);
  if (!template || isTest(event)) return [];
  const { userId } = addressee.parse(event.payload);
  if (userId === undefined) return (await letter(event, template)) ? ["email"] : [];
  const user = await toldOf(event);
  if (!user) return [];
  const wanted = template.channels.filter((one) => user.notificationPreferences[template.category][one]);
  const told = await Promise.allSettled(wanted.map((one) => tell[one](event, user, template)));
  const failed = told.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return wanted.filter((_, index) => (told[index] as PromiseFulfilledResult<boolean>).value);
}

/** Sends an event's letter, with the link that it carries. @returns whether there was one to send */
const letter = (event: Event, template: Template): Promise<boolean> =>
  once({ eventId: event.id, channel: "email" }, async (attempt) => {
    const told = await withLink(event, attempt);
    if (!told) return false;
    const { to } = template.payload.parse(told.payload);
    const user = await toldOf(told);
    if (!user) return false;
    // Whoever reads at another address than the account's may be a stranger to it.
    const reader = to === undefined || to === user.email ? user : { ...user, emailVerified: undefined };
    const { subject, text } = template.write(told, reader);
    await Mail.send({ to: to ?? user.email, subject, text });
    return true;
  });

type Tell = (event: Event, user: User, template: Template) => Promise<boolean>;

const email: Tell = (event, _user, template) => letter(event, template);

const shownElsewhere = z.object({ notificationId: z.string().regex(pattern("notification")) });

/** What the notification stream shows too has the id that it has there. */
const noticeIdOf = (event: Event): string =>
  shownElsewhere.safeParse(event.payload).data?.notificationId ?? History.noticeIdOf(event);

const inApp: Tell = (event, user, template) => {
  const { subject, short } = template.write(event, user);
  return History.keep(user, noticeIdOf(event), event, {
    category: template.category,
    title: subject,
    body: short,
  });
};

/** To every telephone; one that cannot be reached is tried again without the others. */
const push: Tell = async (event, user, template) => {
  const telephones = await Push.reached(user);
  const sent = await Promise.allSettled(telephones.map((one) => pushTo(one, event, user, template)));
  const failed = sent.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return sent.some((one) => one.status === "fulfilled" && one.value);
};

const pushTo = (to: Push.Registration, event: Event, user: User, template: Template): Promise<boolean> =>
  once({ eventId: event.id, channel: `push ${to.sessionId}` }, async () => {
    // Anybody may look at a telephone that lies on a table.
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
    if (sent.endpointArn !== to.endpointArn) await Push.named(to, sent.endpointArn);
    return true;
  });

const tell: Readonly<Record<Channel, Tell>> = { email, push, inApp };
