import * as z from "zod";
import type { User } from "../../../identity/user.ts";
import { env } from "../../../kernel/env.ts";
import type { Event } from "../../../platform/outbox/index.ts";

/**
 * E-mail templates, in the user's language. Nothing that a stranger chose (a user agent, a name of a device)
 * is repeated in a message, so that it cannot carry somebody else's text or link. As long as an address is not
 * proven, whoever has the account may be a stranger to its reader: then nothing of theirs is repeated at all.
 */

/** A text of the account's own owner. */
type Quote = (text: string) => string;

const isProven = ({ emailVerified }: User): boolean => emailVerified !== undefined;

const quoteOf =
  (user: User): Quote =>
  (text) =>
    isProven(user) ? text : "…";

/** What a mail program may make a link of. */
const LINK = /:\/\/|@|\p{L}\.\p{L}{2}/u;

/** The name after the greeting. */
const addressed = (user: User): string => (isProven(user) && !LINK.test(user.name) ? ` ${user.name}` : "");

/** A subject, and what is between the greeting and the end. */
type Text = readonly [subject: string, body: string];

/** A text in the languages there are; French is the platform's own. */
interface Texts {
  readonly fr: Text;
  readonly en: Text;
}

export interface Template {
  readonly payload: z.ZodType<{ readonly userId: string }>;
  /** Sent even to users who want no notifications: their account may be in danger. */
  readonly security: boolean;
  write(event: Event, user: User): { readonly subject: string; readonly text: string };
}

/** An instant as a person reads it: "21 November 2026 at 10:30 CET". @param instant ISO 8601 */
const readable = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: env("MAIL_TIME_ZONE", "Europe/Paris"),
  }).format(new Date(instant));

const define =
  (security: boolean) =>
  <P extends { readonly userId: string }>(
    payload: z.ZodType<P>,
    texts: (payload: P, event: Event, quote: Quote) => Texts,
  ): Template => ({
    payload,
    security,
    write(event, user) {
      const isEnglish = user.preferences.language === "en";
      const occurredAt = readable(event.occurredAt, isEnglish ? "en-GB" : "fr-FR");
      const { fr, en } = texts(payload.parse(event.payload), { ...event, occurredAt }, quoteOf(user));
      const [hello, [subject, body]] = isEnglish ? ["Hello", en] : ["Bonjour", fr];
      return { subject, text: `${hello}${addressed(user)},\n\n${body}\n` };
    },
  });

export const template = define(false);
export const securityTemplate = define(true);

/** Templates by the type of event that they are for. */
export type Templates = readonly (readonly [type: string, template: Template])[];

/** Whom an event concerns: every payload has it. */
export const userId = z.string();
