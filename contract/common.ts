import * as z from "zod";
import { roles } from "../core/identity/actor.ts";
import { rule } from "../core/kernel/texts/index.ts";

/** Schemas that several families share. */

/** What a plain decimal looks like in a request: nothing around it, as `core/kernel/money` reads it. */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/.source;

/** An amount of money. What it must be, `core/kernel/money` says, for every route alike. */
export const amount = z
  .string()
  .max(60)
  .meta({ description: "Decimal string, in whole units", examples: ["12.5"], pattern: DECIMAL_PATTERN });

/** What words look like that may come in any letter case, for a schema that brings them into one. */
export const anyCase = (words: readonly string[]): string =>
  `^\\s*(?:${words.map((word) => word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)).join("|")})\\s*$`;

/**
 * Of a change: it names something. `version` names none of it.
 * @param fields what may be changed
 */
export const changesSomething = (...fields: readonly string[]) =>
  [
    (body: Readonly<Record<string, unknown>>) =>
      Object.entries(body).some(([name, value]) => name !== "version" && value !== undefined),
    rule(
      `names nothing to change: send ${fields.slice(0, -1).join(", ")} or ${fields.at(-1)}`,
      `ne nomme rien à modifier : envoyez ${fields.slice(0, -1).join(", ")} ou ${fields.at(-1)}`,
    ),
  ] as const;

/** ISO 8601 in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601 in UTC", examples: ["2026-11-21T09:30:00.000Z"] });

/** How many a page has at most. */
export const pageLimit = z.coerce.number().int().min(1).max(100).default(20);

/** Where the next page begins; null on the last. */
export const nextCursor = z.string().nullable();

/** What is said of a cursor that no page ended with. */
export const ofPage = rule("must be the next of a page before", "doit être le next d'une page précédente");

/** The answer of what has nothing to show. */
export const done = z.object({ success: z.literal(true), message: z.string() });

export const role = z.enum(roles);

/**
 * How long a route may run that writes to the ledger, in seconds: a write that others were faster than is
 * tried again for some twenty. API Gateway waits no longer than this.
 */
export const CONTENDED_SECONDS = 29;

/** What proving a phone number is, on the web as in the app. */
export const phoneTexts = {
  request:
    "The message has a code of six digits, which holds for 10 minutes, and ends with a newer one. An account asks for 10 an hour at most, and a " +
    "number gets 10 an hour and 20 a day, whoever asks for them; an address asks for 50 a day. There may be countries that none go to. The answer is the same whether or not somebody else has the number.",
  confirm:
    "Others can pay the account by this number from then on (`toPhone`). A code may be tried five times; the right one again is answered the " +
    "same. A number is proven by one account: whoever proves it later has the telephone now, so it moves there, and the owner of the account " +
    "that had it is told. It ends with another number in the profile, and with the account's hand-over.",
};
