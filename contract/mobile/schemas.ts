import * as z from "zod";
import { version } from "../../core/identity/preferences/schema.ts";

/** Schemas that the mobile routes share. */

/** The answer of what has nothing to show. */
export const done = z.object({ success: z.literal(true), message: z.string() });

/** The version that a change was made to, where its client wants to know of others. */
export const expectedVersion = version
  .optional()
  .meta({ description: "The version that was read; left out, whatever is there is replaced" });
