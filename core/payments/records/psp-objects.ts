import * as z from "zod";

/** Fields that many of the provider's objects have. */

/** The id of an object that may stand there as a whole. */
export const objectId = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]);

// What is not as it should be is not there.
export const optionalId = objectId.optional().catch(undefined);
export const text = z.string().min(1).optional().catch(undefined);
export const metadata = z.record(z.string(), z.string()).catch({});
