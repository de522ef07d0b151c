import * as z from "zod";

/** Fields of the provider's objects, and our own keys in their metadata, by which an event alone identifies its user. */

/** The id of an object that may be expanded. */
export const objectId = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]);

// A malformed field counts as missing.
export const optionalId = objectId.optional().catch(undefined);
export const text = z.string().min(1).optional().catch(undefined);
export const metadata = z.record(z.string(), z.string()).catch({});

/** The prefix of our keys. A caller's own key never has it. */
export const OURS = "svc_";

/** The user of the object. */
export const OWNER = "svc_user";
/** The order of the object. */
export const ORDER = "svc_order";
/** The name of the plan. */
export const PLAN = "svc_plan";
/** The merchant that is paid. */
export const MERCHANT = "svc_merchant";
/** Present if a payment needs an administrator's approval. */
export const APPROVAL = "svc_approval";
/** The request that made a payment, by which a retry finds it. */
export const ATTEMPT = "svc_attempt";
/** The part of a payment that counts against its payer's limit, and when it was counted. */
export const COUNTED = "svc_counted";
