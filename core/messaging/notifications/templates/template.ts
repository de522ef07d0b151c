import * as z from "zod";
import { type Category, type Channel, channels } from "../../../identity/preferences/schema.ts";
import { readerOf, type User } from "../../../identity/user.ts";
import type { InLanguages } from "../../../kernel/texts/index.ts";
import type { Event } from "../../../platform/outbox/index.ts";
import { compose, type Letter } from "../../../texts/letter.ts";
import { Say } from "../../../texts/say.ts";

/**
 * Templates join events to letters. A message never repeats text that a stranger chose (a user agent, the name of a
 * device), so that it cannot carry a stranger's words or link. Before its address is verified, the account itself may
 * be a stranger's: its messages repeat no text of its owner either.
 */

const isProven = ({ emailVerified }: User): boolean => emailVerified !== undefined;

/** Matches text that a mail program may turn into a link. */
const LINK = /:\/\/|@|\p{L}\.\p{L}{2}/u;

/** Returns the name after the greeting. */
const addressed = (user: User): string => (isProven(user) && !LINK.test(user.name) ? ` ${user.name}` : "");

interface Written {
  readonly subject: string;
  readonly short: string;
  /** The whole mail. */
  readonly text: string;
}

interface Writing {
  /** For a screen that others may see. */
  readonly hideAmounts?: boolean;
}

export interface Template {
  /** `to` is an address other than the account's. */
  readonly payload: z.ZodType<{ readonly userId: string; readonly to?: string | undefined }>;
  /** Users choose the channels of each category, except of security. */
  readonly category: Category;
  /** The channels that can carry it. */
  readonly channels: readonly Channel[];
  write(event: Event, user: User, writing?: Writing): Written;
}

/** Templates by the type of their event. */
export type Templates = readonly (readonly [type: string, template: Template])[];

/** Hides amounts. */
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
  /** Joins an event and its payload to a letter. `own` names the fields with text that the account's owner chose. */
  <P extends { readonly userId: string }>(
    { type }: Pick<Event, "type">,
    payload: z.ZodType<P>,
    { own = [], ...letter }: Letter<P> & { readonly own?: readonly (keyof P)[] },
  ): Templates[number] => [
    type,
    {
      payload,
      category,
      channels: by,
      write(event, user, { hideAmounts = false } = {}) {
        const say = new (hideAmounts ? Discreet : Say)(readerOf(user));
        const given = payload.parse(event.payload);
        const hidden = isProven(user) ? {} : Object.fromEntries(own.map((field) => [field, "…"]));
        const { subject, short, body } = compose(letter, { ...given, ...hidden }, event.occurredAt, say);
        return { subject, short, text: `${hello[say.language]}${addressed(user)},\n\n${body}\n` };
      },
    },
  ];

/** The account itself: its access and its owner. */
export const securityTemplate = define("security");
/** The same for a letter with a link, which only a mail to one address carries. */
export const letterTemplate = define("security", ["email"]);
export const paymentTemplate = define("payments");
/** Frequent events: no mail for each. */
export const frequentPaymentTemplate = define("payments", ["push", "inApp"]);
export const transferTemplate = define("transfers");
export const loyaltyTemplate = define("loyalty");
export const governanceTemplate = define("governance");
export const jobTemplate = define("jobs");
/** Frequent events: no mail for each. */
export const frequentJobTemplate = define("jobs", ["push", "inApp"]);

/** Every payload names the user whom the event concerns. */
export const userId = z.string();

type TextIn = InLanguages<string>;

/** Returns a function from a key to its text; `other` for a key that has none. */
export const textsBy =
  (texts: Readonly<Record<string, TextIn>>, other: TextIn) =>
  (key: string): TextIn =>
    (Object.hasOwn(texts, key) ? texts[key] : undefined) ?? other;
