import * as z from "zod";
import { type Category, type Channel, channels } from "../../../identity/preferences/schema.ts";
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

interface Writing {
  /** For a place where others may read it. */
  readonly hideAmounts?: boolean;
}

export interface Template {
  /** `to`: another address than the account's. */
  readonly payload: z.ZodType<{ readonly userId: string; readonly to?: string | undefined }>;
  /** What it is about: users say by which channels they are told of that. Security is always told. */
  readonly category: Category;
  /** By which channels it can be told. */
  readonly channels: readonly Channel[];
  write(event: Event, user: User, writing?: Writing): Written;
}

/** Says everything but how much. */
class Discreet extends Say {
  override number(): string {
    return "•••";
  }
  override money(): string {
    return "•••";
  }
  override amount(): string {
    return "•••";
  }
}

const hello: InLanguages<string> = { fr: "Bonjour", en: "Hello" };

const define =
  (category: Category, by: readonly Channel[] = channels) =>
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
    category,
    channels: by,
    write(event, user, { hideAmounts = false } = {}) {
      const say = new (hideAmounts ? Discreet : Say)(readerOf(user));
      const given = payload.parse(event.payload);
      const chosen = typeof letter === "function" ? letter(given) : letter;
      const { occurredAt } = event;
      const { subject, short, body } = tell(chosen, { ...about(given, quoteOf(user)), occurredAt }, say);
      return { subject, short, text: `${hello[say.language]}${addressed(user)},\n\n${body}\n` };
    },
  });

/** About the account itself: who gets in, who its owner is. */
export const securityTemplate = define("security");
/** The same, where a mail to one address is all there is: it carries a link. */
export const letterTemplate = define("security", ["email"]);
export const paymentTemplate = define("payments");
/** Of what happens often: no mail each time. */
export const frequentPaymentTemplate = define("payments", ["push", "inApp"]);
export const transferTemplate = define("transfers");
export const loyaltyTemplate = define("loyalty");
export const governanceTemplate = define("governance");
export const jobTemplate = define("jobs");
/** Of what happens often: no mail each time. */
export const frequentJobTemplate = define("jobs", ["push", "inApp"]);

/** Templates by the type of event that they are for. */
export type Templates = readonly (readonly [type: string, template: Template])[];

/** Whom an event concerns: every payload has it. */
export const userId = z.string();
