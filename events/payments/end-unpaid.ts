import * as Abandoned from "../../core/payments/payments/abandoned.ts";

/** Every five minutes: calls off the payments that nobody has paid within 7 days. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Abandoned.endDue() });
