import * as Telling from "../../core/payments/cards/telling.ts";

/** Every minute: tells the payment provider of the default cards that it does not know yet. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Telling.tellDue() });
