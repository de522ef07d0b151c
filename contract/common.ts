import * as z from "zod";
import { roles } from "../core/identity/actor.ts";

/** Schemas that several families share. */

/** ISO 8601 in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601 in UTC", examples: ["2026-11-21T09:30:00.000Z"] });

export const role = z.enum(roles);
