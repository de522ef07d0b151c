import * as z from "zod";
import { roles } from "../core/identity/actor.ts";

/** Schemas that several families share. */

/**
 * An amount of money, white space around it ignored. What it must be beyond that, `core/kernel/money` says.
 */
export const amount = z
  .string()
  .trim()
  .max(60)
  .meta({ description: "Decimal string, in whole units", examples: ["12.5"] });

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
