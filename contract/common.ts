import * as z from "zod";
import { roles } from "../core/identity/actor.ts";

/** Schemas that several families share. */

/** What a plain decimal looks like in a request, white space around it included. */
export const DECIMAL_PATTERN = /^\s*(?:0|[1-9]\d*)(?:\.\d+)?\s*$/.source;

/**
 * An amount of money, white space around it ignored. What it must be beyond that, `core/kernel/money` says.
 */
export const amount = z
  .string()
  .trim()
  .max(60)
  .meta({ description: "Decimal string, in whole units", examples: ["12.5"], pattern: DECIMAL_PATTERN });

/** What words look like that may come in any letter case, for a schema that brings them into one. */
export const anyCase = (words: readonly string[]): string =>
  `^\\s*(?:${words.map((word) => word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)).join("|")})\\s*$`;

/** ISO 8601 in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601 in UTC", examples: ["2026-11-21T09:30:00.000Z"] });

export const role = z.enum(roles);

/**
 * How long a route may run that writes to the ledger, in seconds: a write that others were faster than is
 * tried again for some twenty. API Gateway waits no longer than this.
 */
export const CONTENDED_SECONDS = 29;
