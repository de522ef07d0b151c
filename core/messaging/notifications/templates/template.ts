import * as z from "zod";
import { type Category, type Channel, channels } from "../../../identity/preferences/schema.ts";
import { readerOf, type User } from "../../../identity/user.ts";
import type { InLanguages } from "../../../kernel/texts/index.ts";
import type { Event } from "../../../platform/outbox/index.ts";
import { compose, type MessageTemplate } from "../../../texts/message-template.ts";
import { Say } from "../../../texts/say.ts";

/**
 * Templates map events to messages. A message never repeats text that a stranger chose (a user agent, the name of a
 * device), so that it cannot carry a stranger's words or link. An account without a verified address may itself be a
 * stranger's, so its messages repeat no text of its owner either.
 */

const hasVerifiedEmail = ({ emailVerified }: User): boolean => emailVerified !== undefined;

/** Matches text that a mail program may turn into a link. */
const LINK = /:\/\/|@|\p{L}\.\p{L}{2}/u;

/** Returns the name after the greeting, or nothing if there is none or it may be a stranger's text. */
const greetedName = (user: User): string =>
  hasVerifiedEmail(user) && user.name !== "" && !LINK.test(user.name) ? ` ${user.name}` : "";

interface Written {
  readonly subject: string;
  readonly short: string;
  /** The whole email. */
  readonly text: string;
}

interface WriteOptions {
  /** For a screen that other people may see. */
  readonly hideAmounts?: boolean;
}

export interface Template {
  /** `to` is an address other than the account's. */
  readonly payload: z.ZodType<{ readonly userId: string; readonly to?: string | undefined }>;
  /** Users choose the channels of each category except security. */
  readonly category: Category;
  /** The possible channels. */
  readonly channels: readonly Channel[];
  write(event: Event, user: User, options?: WriteOptions): Written;
}

/** Templates by the type of their event. */
export type Templates = readonly (readonly [type: string, template: Template])[];

class HidingAmounts extends Say {
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
  /** Defines the message of an event. `own` names the fields with text that the account's owner chose. */
  <P extends { readonly userId: string }>(
    { type }: Pick<Event, "type">,
    payload: z.ZodType<P>,
    { own = [], ...texts }: MessageTemplate<P> & { readonly own?: readonly (keyof P)[] },
  ): Templates[number] => [
    type,
    {
      payload,
      category,
      channels: by,
      write(event, user, { hideAmounts = false } = {}) {
        const say = new (hideAmounts ? HidingAmounts : Say)(readerOf(user));
        const given = payload.parse(event.payload);
        const hidden = hasVerifiedEmail(user) ? {} : Object.fromEntries(own.map((field) => [field, "…"]));
        const { subject, short, body } = compose(texts, { ...given, ...hidden }, event.occurredAt, say);
        return { subject, short, text: `${hello[say.language]}${greetedName(user)},\n\n${body}\n` };
      },
    },
  ];

/** For messages about the account itself: its access and its owner. */
export const securityTemplate = define("security");
/** The same for a message with a link, which only an email contains. */
export const emailTemplate = define("security", ["email"]);
export const paymentTemplate = define("payments");
/** For frequent events, which send no email. */
export const frequentPaymentTemplate = define("payments", ["push", "inApp"]);
export const transferTemplate = define("transfers");
export const loyaltyTemplate = define("loyalty");
export const governanceTemplate = define("governance");
export const jobTemplate = define("jobs");
/** For frequent events, which send no email. */
export const frequentJobTemplate = define("jobs", ["push", "inApp"]);

/** The field of every payload that names the user of the event. */
export const userId = z.string();

type TextIn = InLanguages<string>;

/** Returns a function from a key to its text. Unknown keys have the text `other`. */
export const textsBy =
  (texts: Readonly<Record<string, TextIn>>, other: TextIn) =>
  (key: string): TextIn =>
    (Object.hasOwn(texts, key) ? texts[key] : undefined) ?? other;
