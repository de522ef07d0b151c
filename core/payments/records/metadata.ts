/** What of our own is in the metadata of the provider's objects: an event alone shows whose they are. */

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
