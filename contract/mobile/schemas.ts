import * as z from "zod";

/** Schemas that the mobile routes share. */

/** The answer of what has nothing to show. */
export const done = z.object({ success: z.literal(true), message: z.string() });
