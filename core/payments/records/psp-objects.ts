import * as z from "zod";

/** Fields that many of the provider's objects have. */

/** The id of an object that may stand there as a whole. */
export const objectId = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]);

// What is not as it should be is not there.
export const optionalId = objectId.optional().catch(undefined);
export const text = z.string().min(1).optional().catch(undefined);
export const metadata = z.record(z.string(), z.string()).catch({});

/** All of ours begin so; a caller's own never do. */
export const OURS = "svc_";

/** The user whose the object is. */
export const OWNER = "svc_user";
/** The order that it is of. */
export const ORDER = "svc_order";
/** What a subscription is called. */
export const PLAN = "svc_plan";
/** The merchant that a payment is to. */
export const MERCHANT = "svc_merchant";
/** There where a payment needs an administrator's approval. */
export const APPROVAL = "svc_approval";
/** The request that made a payment: a later try finds it by this. */
export const ATTEMPT = "svc_attempt";
/** What of a payment counts against its payer's limits, and when it was counted. */
export const COUNTED = "svc_counted";
