import * as z from "zod";
import { roles } from "../core/identity/actor.ts";
import { type IdKind, pattern, prefixes } from "../core/kernel/ids/schema.ts";
import { NO_CONTROL, trimmed } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";

/** Matches a plain decimal in a request, as `core/kernel/money` parses it. */
export const DECIMAL_PATTERN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/.source;

/** Accepts an amount of money. `core/kernel/money` validates it, for every route alike. */
export const amount = z
  .string()
  .max(60)
  .meta({ description: "Decimal string, in whole units", examples: ["12.5"], pattern: DECIMAL_PATTERN });

/** Accepts an id of one kind, such as `crd_01jd…`. */
export const idOf = (kind: IdKind) =>
  z
    .string()
    .regex(
      pattern(kind),
      rule(
        `must be an id such as ${prefixes[kind]}_01jd…`,
        `doit être un identifiant comme ${prefixes[kind]}_01jd…`,
      ),
    );

/** Accepts a name that a user gives to something. */
export const givenName = trimmed(100).regex(
  NO_CONTROL,
  rule("must not contain control characters", "ne doit pas contenir de caractères de contrôle"),
);

/** Accepts the symbol of an asset in any letter case. */
export const symbol = trimmed(10)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Symbol of an asset, in any letter case", examples: ["BTC"] });

/** Returns a pattern that matches the words in any letter case, for a schema that normalizes them. */
export const anyCase = (words: readonly string[]): string =>
  `^\\s*(?:${words.map((word) => word.replace(/[a-z]/gi, (character) => `[${character.toLowerCase()}${character.toUpperCase()}]`)).join("|")})\\s*$`;

/**
 * Requires a change to name at least one field beside `version`.
 * @param fields the fields that may be changed
 */
export const changesSomething = (...fields: readonly string[]) =>
  [
    (body: Readonly<Record<string, unknown>>) =>
      Object.entries(body).some(([name, value]) => name !== "version" && value !== undefined),
    rule(
      `contains nothing to change: send ${fields.slice(0, -1).join(", ")} or ${fields.at(-1)}`,
      `ne contient rien à modifier : envoyez ${fields.slice(0, -1).join(", ")} ou ${fields.at(-1)}`,
    ),
  ] as const;

/** ISO 8601 in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601 in UTC", examples: ["2026-11-21T09:30:00.000Z"] });

const pageLimit = z.coerce.number().int().min(1).max(100).default(20);

/** The query of a list whose pages end with `nextCursor`. */
export const pagedBy = (cursor: z.ZodString = z.string().max(1000)) => ({
  limit: pageLimit,
  cursor: cursor.optional().describe("`nextCursor` of the previous page"),
});
export const nextCursor = z.string().nullable();

/** The query of a list whose pages end with `next`. */
export const pagedAfter = (id: RegExp, after: z.ZodString = z.string()) => ({
  limit: pageLimit,
  after: after
    .regex(
      id,
      rule("must be the next value of a previous page", "doit être la valeur next d'une page précédente"),
    )
    .optional()
    .describe("`next` of the previous page"),
});
export const next = z
  .string()
  .nullable()
  .describe("Pass it as `after` to get the next page; null on the last");

/** The response body of a route that only confirms. */
export const done = z.object({ success: z.literal(true), message: z.string() });

/** Describes the name of another user in a response. */
export const OTHER_NAME =
  "A user's name; the masked email address (`a***@example.com`) if the name contains a domain or words of the platform's staff and the identity is " +
  "not verified";
export const OTHER_SIDE = `The other side, by its name at the time. ${OTHER_NAME}`;

export const role = z.enum(roles);

/**
 * How long a route that writes to the ledger may run, in seconds. A write that loses against concurrent updates is
 * retried for about 20 seconds. API Gateway waits no longer than this.
 */
const CONTENDED_SECONDS = 29;

/** Settings of a route that writes to the ledger. */
export const ledgerWrite = { grants: { table: "write" }, timeoutSeconds: CONTENDED_SECONDS } as const;

const stripe = { table: "write", secrets: ["STRIPE_SECRET_KEY"] } as const;
/** Settings of a route that writes and calls the payment provider, without and with ledger writes. */
export const providerWrite = { grants: stripe } as const;
export const providerLedgerWrite = { grants: stripe, timeoutSeconds: CONTENDED_SECONDS } as const;

/** The memory that comes with one whole virtual CPU in Lambda. */
export const ONE_CPU_MB = 1769;

/** Settings of a route that hashes a password: bcrypt at cost 12 takes a third of a second on one whole CPU. */
export const hashesPassword = { memoryMb: ONE_CPU_MB, timeoutSeconds: 29 } as const;

/** A file of a form as it was received. Nothing about it is trusted, least of all its name. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
  }

  /** Represents the file in logs, without its content. */
  toJSON(): unknown {
    return { bytes: this.bytes.length };
  }
}

/** Accepts a form field that is a file. */
export const file = (description: string) =>
  z
    .custom<UploadedFile>(
      (value) => value instanceof UploadedFile && value.bytes.length > 0,
      rule(
        "must be a non-empty file, sent as a form part with a file name",
        "doit être un fichier non vide, envoyé dans une partie du formulaire avec un nom de fichier",
      ),
    )
    .meta({ type: "string", format: "binary", description });
