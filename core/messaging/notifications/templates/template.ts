import * as z from "zod";
import { readerOf, type User } from "../../../identity/user.ts";
import type { InLanguages } from "../../../kernel/texts/index.ts";
import type { Event } from "../../../platform/outbox/index.ts";
import { type Letter, tell } from "../../../texts/letter.ts";
import { Say } from "../../../texts/say.ts";

/**
 * Joins events to the letters of the catalogue (`core/texts/letters`). Nothing that a stranger chose (a user agent, a name of a device)
 * is repeated in a message, so that it cannot carry somebody else's text or link. As long as an address is not
 * proven, whoever has the account may be a stranger to its reader: then nothing of theirs is repeated at all.
 */

/** A text of the account's own owner. */
export type Quote = (text: string) => string;

const isProven = ({ emailVerified }: User): boolean => emailVerified !== undefined;

const quoteOf =
  (user: User): Quote =>
  (text) =>
    isProven(user) ? text : "…";

/** What a mail program may make a link of. */
const LINK = /:\/\/|@|\p{L}\.\p{L}{2}/u;

/** The name after the greeting. */
const addressed = (user: User): string => (isProven(user) && !LINK.test(user.name) ? ` ${user.name}` : "");

/** What a user is told, by mail and on a screen's edge. */
interface Written {
  readonly subject: string;
  readonly short: string;
  readonly text: string;
}

export interface Template {
  /** `to`: another address than the account's. */
  readonly payload: z.ZodType<{ readonly userId: string; readonly to?: string | undefined }>;
  /** Sent even to users who want no notifications: their account may be in danger. */
  readonly security: boolean;
  write(event: Event, user: User): Written;
}

const hello: InLanguages<string> = { fr: "Bonjour", en: "Hello" };

const define =
  (security: boolean) =>
  /**
   * Joins a letter of the catalogue to the payload that it tells of.
   * @param about the payload as the letter may repeat it: texts of the account's owner go through `quote`
   */
  <P extends { readonly userId: string }>(
    payload: z.ZodType<P>,
    letter: Letter<P> | ((payload: P) => Letter<P>),
    about: (payload: P, quote: Quote) => P = (given) => given,
  ): Template => ({
    payload,
    security,
    write(event, user) {
      const say = new Say(readerOf(user));
      const given = payload.parse(event.payload);
      const chosen = typeof letter === "function" ? letter(given) : letter;
      const { occurredAt } = event;
      const { subject, short, body } = tell(chosen, { ...about(given, quoteOf(user)), occurredAt }, say);
      return { subject, short, text: `${hello[say.language]}${addressed(user)},\n\n${body}\n` };
    },
  });

export const template = define(false);
export const securityTemplate = define(true);

/** Templates by the type of event that they are for. */
export type Templates = readonly (readonly [type: string, template: Template])[];

/** Whom an event concerns: every payload has it. */
export const userId = z.string();
