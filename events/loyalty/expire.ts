import * as Expiry from "../../core/loyalty/cards/expiry.ts";

/** Every minute: takes back points that have expired, and tells of those that soon do. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Expiry.tendDue() });
