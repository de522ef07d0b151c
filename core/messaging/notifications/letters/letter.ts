import * as z from "zod";
import type { User } from "../../../identity/user.ts";
import type { Event } from "../../../platform/outbox/index.ts";

/**
 * What is written to a user for each event, in the user's language. Nothing that a stranger chose (a user agent, a name of a
 * device) is repeated in a message, so that it cannot carry somebody else's text or link.
 */

export interface Text {
  readonly subject: string;
  readonly text: string;
}

export interface Letter {
  readonly payload: z.ZodType<{ readonly userId: string }>;
  /** Sent even to users who want no notifications: their account may be in danger. */
  readonly security: boolean;
  write(event: Event, user: User): Text;
}

/** A letter in the languages there are; French is the platform's own. */
export interface Versions {
  readonly fr: Text;
  readonly en: Text;
}

export function letter<P extends { readonly userId: string }>(
  payload: z.ZodType<P>,
  security: boolean,
  versions: (payload: P, user: User, event: Event) => Versions,
): Letter {
  return {
    payload,
    security,
    write(event, user) {
      const { fr, en } = versions(payload.parse(event.payload), user, event);
      return user.preferences.language === "en" ? en : fr;
    },
  };
}

/** Letters by the type of event that they tell of. */
export type Letters = readonly (readonly [type: string, letter: Letter])[];

/** Whom an event is told to: every payload has it. */
export const userId = z.string();
